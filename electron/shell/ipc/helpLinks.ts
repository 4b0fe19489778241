/** Links on the error page that main acts on: see shared/help.ts. */
import type { WebContents } from 'electron';
import { onPage } from '../../common/pages.ts';
import { isTrusted } from '../../common/trusted.ts';
import type { Help } from '../../shared/fault.ts';
import { helpAt } from '../../shared/help.ts';
import { windowOf } from '../window/createWindow.ts';
import type { Shell } from '../window/shell.ts';

/** Acts only on links of the window's own page, and only while it shows a fault. */
export function setupHelpLinks(
  shell: Pick<Shell, 'at' | 'origins'>,
  help: Readonly<Record<Help, (contents: WebContents) => void>>,
): void {
  const { askerIn, isMade, ownerOf } = shell.origins;
  onPage((contents) => {
    contents.on('will-frame-navigate', (event) => {
      // A page of the shell, or of a build at its address, links by a path.
      const asked = isMade(ownerOf(event.url)) ? helpAt(new URL(event.url).pathname) : undefined;
      if (!asked) return;
      event.preventDefault();
      const asker = event.isMainFrame ? askerIn(event.initiator) : undefined;
      if (!isMade(asker) || !isTrusted(contents)) return;
      const window = shell.at(windowOf(contents));
      if (!window.status) return;
      if (asked === 'retry') window.reload();
      else help[asked](contents);
    });
  });
}
