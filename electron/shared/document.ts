/** Fills in the error documents that the build makes (see documents.d.ts). */
import { APP_HOST } from './channels.ts';
import { type About, detailsOf, reportLine } from './details.ts';
import { explanation } from './explanation.ts';
import { type Fault, type FaultStatus, type Help, type RetryPlan, textOf } from './fault.ts';
import { helpFor, helpPath } from './help.ts';
import * as TEXTS from './texts.ts';

/** The tokens of an error document, written as `{{name}}`. */
export const TOKENS = [
  'code',
  'sentence',
  'documentTitle',
  'words',
  'url',
  'report',
  'details',
  'help',
  'fault',
  'app',
] as const;
export type Token = (typeof TOKENS)[number];

const TOKEN = new RegExp(`\\{\\{(${TOKENS.join('|')})\\}\\}`, 'g');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text safe as HTML content and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Try again's link: the requested path and query, as a reference that cannot leave the app's origin.
 * Without the fragment, since a link that differs only in that loads nothing.
 * `//host` would name another host, and URL parsers read `\` as `/` and skip tabs and line breaks.
 */
export function retryHref(url: string): string {
  const path = url.replace(/[\t\n\r]/g, '').replace(/#.*/s, '');
  if (!path.startsWith('/')) return '/';
  return /^\/[/\\]/.test(path) ? `/.${path}` : path;
}

/** The built frame, index.html, with the app's name and version. */
export const fillFrame = (frame: string, about: { name: string; app: string }): string =>
  frame.replace(/\{\{(name|app)\}\}/g, (_, token: 'name' | 'app') => escapeHtml(about[token]));

const helpLink = (help: Help) => `<a href="${helpPath(help)}">${escapeHtml(TEXTS.errorPage.help[help])}</a>`;

/**
 * An error document with its tokens filled in and escaped.
 * @param template `errorDocument.coded` for a fault with a code, `errorDocument.uncoded` for one without
 * @throws Error if the document wants a code and the fault has none
 */
export function fillDocument(
  template: string,
  fault: Fault,
  about: About = {},
  retry: RetryPlan = { automatic: false },
  help: readonly Help[] = helpFor(fault),
): string {
  const text = textOf(fault, APP_HOST);
  const words = explanation(fault, retry.automatic);
  const status: FaultStatus = { fault, retry, ask: false, help };
  const values: Record<Token, string | undefined> = {
    code: text.code,
    sentence: text.sentence,
    documentTitle: text.documentTitle,
    // Without script there is no countdown, so it states the time.
    words:
      retry.at === undefined
        ? words
        : `${words} ${TEXTS.fault.nextTryAt(new Date(retry.at).toLocaleTimeString())}`,
    url: retryHref(fault.url),
    report: reportLine(fault),
    details: detailsOf(fault, about),
    help: help.map(helpLink).join(''),
    fault: JSON.stringify(status),
    app: about.app ?? '',
  };
  // In one pass, so a value that looks like a token stays as it is.
  return template.replace(TOKEN, (_, name: Token) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(
        `This error document shows a ${name}, and the fault has none: use errorDocument.uncoded.`,
      );
    }
    return name === 'help' ? value : escapeHtml(value);
  });
}
