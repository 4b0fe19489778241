/**
 * What the error page offers under More help. Each is a link that main intercepts: the page of a crash has no script
 * and no preload, so it cannot send messages.
 */
import { APP_ORIGIN, SHELL_PATH } from './channels.ts';
import { type Fault, type Help, isFailure } from './fault.ts';
import * as TEXTS from './texts.ts';
import type { Link } from './ways.ts';

const PATH = `${SHELL_PATH}help/`;

/** Crash reasons that graphics can cause. A process that was killed is not one of them. */
const GRAPHICS: readonly unknown[] = ['crashed', 'abnormal-exit', 'launch-failed'];

/**
 * What helps with a fault: nothing if it is not a failure, such as 404.
 * @param isSafe whether the app is in safe mode
 */
export function helpFor(fault: Fault, isSafe = false): Help[] {
  if (!isFailure(fault)) return [];
  const { kind, code } = fault;
  const isOfPage = kind === 'script' || kind === 'boot' || kind === 'hang' || kind === 'crash';
  return [
    'diagnostics',
    ...(/^ERR_CERT_/.test(String(code)) ? ['portal' as const] : []),
    // Safe mode already runs without the GPU and without the app's own code in main.
    ...(!isSafe && kind === 'crash' && GRAPHICS.includes(code) ? ['noGraphics' as const] : []),
    ...(!isSafe && code === 'EXTENSION_FAILED' ? ['noExtension' as const] : []),
    ...(isOfPage ? ['clearData' as const] : []),
  ];
}

export const helpLinks = (help: readonly Help[]): Link[] =>
  help.map((name) => ({ name, text: TEXTS.errorPage.help[name], href: PATH + name }));

/** Returns the help that this address links to, if any. */
export function helpAt(address: string): Help | undefined {
  const help = address.startsWith(APP_ORIGIN + PATH) ? address.slice((APP_ORIGIN + PATH).length) : '';
  return Object.hasOwn(TEXTS.errorPage.help, help) ? (help as Help) : undefined;
}
