import { Menu, MenuItem } from 'electron';
import type { Choice } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';
import type { ConsentSwitch } from '../privacy/consent.ts';
import { showReportContents } from '../privacy/contents.ts';

/**
 * Asks whether reports may be sent, after an error that no page shows: in a menu beside the others, which covers nothing and
 * takes no focus. It stays until the user answers, here or elsewhere, a page asks, or the user dismisses it for this run.
 */
export function questionAboutReports(
  menu: Menu,
  consent: Pick<ConsentSwitch, 'onChange'>,
  choose: (choice: Choice) => void,
) {
  const { question, sendReports, sendNothing } = TEXTS.errorPage;
  const { reportContents, later } = TEXTS.menu;
  // The menu bar also shows invisible menus, so the question has its own menu.
  let asking: Menu | undefined;
  let isDismissed = false;
  const end = () => {
    if (asking && Menu.getApplicationMenu() === asking) Menu.setApplicationMenu(menu);
    asking = undefined;
  };
  const dismiss = () => {
    isDismissed = true;
    end();
  };
  consent.onChange(end);
  const ask = () => {
    if (asking || isDismissed) return;
    asking = new Menu();
    const asked = new MenuItem({
      id: 'question',
      label: question,
      submenu: [
        { id: 'question-on', label: sendReports, click: () => choose('on') },
        { id: 'question-off', label: sendNothing, click: () => choose('off') },
        { type: 'separator' },
        { label: reportContents, click: showReportContents },
        { id: 'question-later', label: later, click: dismiss },
      ],
    });
    for (const item of [...menu.items, asked]) asking.append(item);
    Menu.setApplicationMenu(asking);
  };
  return { ask, end };
}
