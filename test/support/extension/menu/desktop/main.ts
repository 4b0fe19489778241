// desktop/main.ts
import { defineMain } from 'holdfast/main';

export default defineMain({
  menu: (template, { tell }) => [
    ...template,
    {
      label: 'Notes',
      submenu: [
        {
          id: 'new-note',
          label: 'New Note',
          accelerator: 'CmdOrCtrl+N',
          click: () => tell('newNote', { title: 'Untitled' }),
        },
      ],
    },
  ],
});
