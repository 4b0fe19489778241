/** The links of the error page that main carries out: see shared/help.ts. */
import { app, type WebContents } from 'electron';
import type { Help } from '../shared/fault.ts';
import { helpAt } from '../shared/help.ts';
import type { Shell } from '../window/shell.ts';

/** Only the window's own page is heard, while it shows a fault. Call it before the first window is made. */
export function setupHelpLinks(
  { windows, fault }: Pick<Shell, 'windows' | 'fault'>,
  help: Readonly<Record<Help, (contents: WebContents) => void>>,
): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      const asked = helpAt(event.url);
      if (!asked) return;
      event.preventDefault();
      if (event.isMainFrame && windows.isTrustedSender(contents) && fault.status) help[asked](contents);
    });
  });
}
