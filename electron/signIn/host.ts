/** "Sign in at {host}?": a typed server's sign-in leads to a host that no configuration names. */
import { once } from 'node:events';
import type { WebContents } from 'electron';
import { logOnce } from '../app/log.ts';
import { showMessage } from '../app/messageBox.ts';
import * as TEXTS from '../shared/texts.ts';
import { windowOf } from '../window/createWindow.ts';
import type { ExternalLinks } from '../window/externalLinks.ts';
import { lastGesture, now } from '../window/gestures.ts';
import type { OnExternal } from '../window/security.ts';
import type { Shell } from '../window/shell.ts';
import { hostOfSignIn } from './host.policy.ts';
import type { SignInSettings } from './signIn.policy.ts';

interface HostOptions {
  settings: SignInSettings;
  /** Lets sign-ins visit this origin. */
  admit(origin: string): void;
  shell: Shell;
  links: ExternalLinks;
  /** What happens to an address that is not a sign-in's. */
  otherwise: OnExternal;
}

let isAsking = false;
/** When the user said no. From then on each question takes a key press or a click. */
let refusedAt = 0;

/** Asks about an address to which a page leads the window, if it looks like a sign-in's; one question at a time. */
export async function askAboutHost(
  address: string,
  contents: WebContents,
  { settings, admit, shell, links, otherwise }: HostOptions,
): Promise<void> {
  const host = hostOfSignIn(address, settings);
  const window = windowOf(contents);
  if (!host || !window) return otherwise(address, contents);
  if (isAsking) return;
  if (refusedAt > (lastGesture(contents) ?? 0))
    return logOnce(
      'A sign-in at another host is not asked about: the user said no, and pressed nothing since.',
    );
  isAsking = true;
  try {
    // At the first load there is only a hidden window so far: an error page follows.
    if (!window.isVisible()) await Promise.race([once(window, 'show'), once(window, 'closed')]);
    if (window.isDestroyed()) return;
    const { question, detail } = TEXTS.signIn;
    const { response } = await showMessage(window, {
      type: 'question',
      message: question({ host }),
      detail: detail({ server: new URL(settings.origin ?? '').host }),
      buttons: [TEXTS.start.goOn, TEXTS.pages.openInBrowser, TEXTS.dialogs.cancel],
      defaultId: 2,
      cancelId: 2,
    });
    if (response === 0) {
      admit(new URL(address).origin);
      shell.windows.visit(address);
    } else refusedAt = now();
    if (response === 1) links.openChosen(address, contents);
  } finally {
    isAsking = false;
  }
}
