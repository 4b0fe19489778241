/** The title of a window that shows a page. Pure. */

/** Longest title of a page, in characters: a taskbar cuts a longer one, and with it the app's name. */
const MAX_TITLE = 100;
/** Signs that change the direction of what follows, the app's name included, and quotation marks. */
const UNSHOWN = /[\u202a-\u202e\u2066-\u2069"“”„«»]/g;
/** What may be the name of a host, however its dot is written. */
const HOST = /[\p{L}\p{N}]\.[\p{L}\p{N}]/u;

/**
 * Returns the page's own title with the app's name. The name of a host is the mark of a sign-in there: in what a server's
 * page calls itself, anything like it is a quotation, and the app's name is always the end.
 */
export function titleOf(page: string, name: string, isServers: boolean): string {
  const shown = isServers
    ? page.normalize('NFKC').replace(UNSHOWN, '').slice(0, MAX_TITLE).toWellFormed().trim()
    : page;
  if (shown === '') return name;
  if (isServers && HOST.test(shown)) return `“${shown}” – ${name}`;
  return (isServers ? shown.endsWith(name) : shown.includes(name)) ? shown : `${shown} – ${name}`;
}
