/** Windows that a page wants to open: the app's handler is asked, and must refuse. */
import { notImplemented } from './strict.ts';

export type WindowOpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse;

export interface OpenDetails {
  url: string;
  frameName: string;
  features: string;
  /** Undefined for `window.open`, whose features say it. */
  disposition: Electron.HandlerDetails['disposition'] | undefined;
  /** URL of the page. */
  referrer: string;
}

/** Features other than these make a window of its own of what would be a tab. */
function dispositionOf(features: string): 'new-window' | 'foreground-tab' {
  const names = features.split(',').map((feature) => feature.trim().toLowerCase());
  const others = names.filter((name) => !/^(noopener|noreferrer|popup=(0|no|false))?$/.test(name));
  return others.length > 0 ? 'new-window' : 'foreground-tab';
}

/** Throws when the window would be opened: by the handler's answer, or because there is no handler. */
export function askHandler(handler: WindowOpenHandler | undefined, details: OpenDetails): void {
  const { url, frameName, features, referrer } = details;
  const disposition = details.disposition ?? dispositionOf(features);
  const policy = 'strict-origin-when-cross-origin' as const;
  const response: unknown = handler
    ? handler({ url, frameName, features, disposition, referrer: { url: referrer, policy } })
    : { action: 'allow' };
  const must = 'The window open handler response must be an object';
  if (typeof response !== 'object') console.error(`${must}, but was instead of type '${typeof response}'.`);
  else if (response === null) console.error(`${must}, but was instead null.`);
  else {
    const { action } = response as { action?: unknown };
    if (action === 'allow') throw notImplemented(`a window that a page opens (${url})`);
    if (action !== 'deny') console.error(`${must} with an 'action' property of 'allow' or 'deny'.`);
  }
}
