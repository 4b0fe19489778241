/** "Sign in at {host}?": a server's sign-in leads to a host that no configuration names. */
import { once } from 'node:events';
import type { BrowserWindow, WebContents } from 'electron';
import type { Settings } from '../../builtConfig/settingsSchema/schema.ts';
import { logOnce } from '../../common/log.ts';
import * as TEXTS from '../../shared/texts.ts';
import { oneAtATime, showMessage } from '../app/messageBox.ts';
import type { Admit } from '../settings/server.ts';
import { windowOf } from '../window/createWindow.ts';
import type { ExternalLinks } from '../window/externalLinks.ts';
import { lastPress } from '../window/gestures.ts';
import type { Shell } from '../window/shell.ts';
import { hostOfSignIn } from './host.policy.ts';

export interface HostOptions {
  settings: Pick<Settings, 'origin' | 'signInHosts'>;
  shell: Shell;
  links: ExternalLinks;
  admit: Admit;
}

/** When the user said no. From then on each question takes a key press or a click. */
let refusedAt = 0;

/** Returns the index of the button; undefined while another question is open, and without a window. */
const ask = oneAtATime(async (window: BrowserWindow, host: string, server: string) => {
  // At the first load there is only a hidden window so far: an error page follows.
  if (!window.isVisible()) await Promise.race([once(window, 'show'), once(window, 'closed')]);
  if (window.isDestroyed()) return undefined;
  const [message, detail] = [TEXTS.signIn.question({ host }), TEXTS.signIn.detail({ server })];
  const buttons = [TEXTS.start.goOn, TEXTS.pages.openInBrowser, TEXTS.dialogs.cancel];
  const box = { type: 'question', message, detail, buttons, defaultId: 2, cancelId: 2 } as const;
  return (await showMessage(window, box)).response;
});

/** Asks about an address to which a page leads the window, if it looks like a sign-in's. */
export async function askAboutHost(
  address: string,
  contents: WebContents,
  { settings, shell, links, admit }: HostOptions,
): Promise<void> {
  const host = hostOfSignIn(address, settings);
  const window = windowOf(contents);
  if (!host || !window) return void links.open(address, contents);
  if (refusedAt > lastPress(contents))
    return logOnce(
      'A sign-in at another host is not asked about: the user said no, and pressed nothing since.',
    );
  const answer = await ask(window, host, new URL(settings.origin ?? '').host);
  if (answer === 0) {
    admit(new URL(address).origin);
    shell.at(window).send({ type: 'signInAt', address });
  } else if (answer !== undefined) refusedAt = performance.now();
  if (answer === 1) links.openChosen(address, contents);
}
