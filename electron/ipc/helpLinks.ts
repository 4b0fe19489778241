/** Links on the error page that main acts on: see shared/help.ts. */
import { app, type WebContents } from 'electron';
import { askerIn } from '../app/origins.ts';
import type { CurrentFault } from '../recovery/currentFault.ts';
import type { Help } from '../shared/fault.ts';
import { helpAt } from '../shared/help.ts';
import { isTrusted } from '../window/trusted.ts';

/** Acts only on links of the window's own page, and only while it shows a fault. */
export function setupHelpLinks(
  fault: Pick<CurrentFault, 'status'>,
  help: Readonly<Record<Help, (contents: WebContents) => void>>,
): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      const asked = helpAt(event.url);
      if (!asked) return;
      event.preventDefault();
      const asker = event.isMainFrame ? askerIn(event.initiator) : undefined;
      const isShells = asker === 'shell' || asker === 'dev';
      if (isShells && isTrusted(contents) && fault.status) help[asked](contents);
    });
  });
}
