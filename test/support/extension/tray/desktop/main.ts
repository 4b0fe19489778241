// desktop/main.ts
import { Menu, nativeImage, Tray } from 'electron';
import { defineMain } from 'holdfast/main';
import icon from './tray.png';

/** Kept here: an unreferenced tray disappears. */
let tray: Tray | undefined;

export default defineMain({
  ready({ app, open }) {
    tray = new Tray(nativeImage.createFromDataURL(icon).resize({ width: 16 }));
    tray.setToolTip(app.name);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open', click: () => open() },
        { label: 'New Order', click: () => open('/orders/new') },
        { type: 'separator' },
        { role: 'quit' },
      ]),
    );
    tray.on('click', () => open());
  },
});
