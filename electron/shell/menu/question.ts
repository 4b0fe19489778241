/** Asks once in a run whether reports may be sent, after the first error. */
import { Menu, MenuItem } from 'electron';
import type { Choice } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';
import type { ConsentSwitch } from '../privacy/consent.ts';
import { showReportContents } from '../privacy/contents.ts';

/**
 * Asks in a separate menu beside the others, which covers nothing of the page and takes no focus. It stays until the
 * user answers, here or elsewhere, or dismisses it.
 */
export function askAboutReports(
  menu: Menu,
  consent: Pick<ConsentSwitch, 'onChange'>,
  choose: (choice: Choice) => void,
): void {
  const { question, sendReports, sendNothing } = TEXTS.errorPage;
  const { reportContents, later } = TEXTS.menu;
  // The menu bar also shows invisible menus, so the question has its own menu.
  const asking = new Menu();
  const end = () => {
    if (Menu.getApplicationMenu() === asking) Menu.setApplicationMenu(menu);
  };
  const asked = new MenuItem({
    id: 'question',
    label: question,
    submenu: [
      { id: 'question-on', label: sendReports, click: () => choose('on') },
      { id: 'question-off', label: sendNothing, click: () => choose('off') },
      { type: 'separator' },
      { label: reportContents, click: showReportContents },
      { id: 'question-later', label: later, click: end },
    ],
  });
  for (const item of [...menu.items, asked]) asking.append(item);
  Menu.setApplicationMenu(asking);
  consent.onChange(end);
}
