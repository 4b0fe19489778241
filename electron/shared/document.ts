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

/** Of the language: its texts for the page, and each text by its name, such as `{{errorPage.details}}`. */
const LANGUAGE_TOKENS = 'texts|\\w+(?:\\.\\w+)+';
const TOKEN = new RegExp(`\\{\\{(${TOKENS.join('|')}|${LANGUAGE_TOKENS})\\}\\}`, 'g');
const FRAME_TOKEN = new RegExp(`\\{\\{(name|app|${LANGUAGE_TOKENS})\\}\\}`, 'g');

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
export const fillFrame = (frame: string, { name, app }: { name: string; app: string }): string => {
  const values = new Map(Object.entries({ name, app }));
  return withLanguage(frame).replace(FRAME_TOKEN, (_, token: string) =>
    escapeHtml(values.get(token) ?? inLanguage(token)),
  );
};

const withLanguage = (html: string) =>
  html.replace('<html lang="en">', `<html lang="${TEXTS.language()}" dir="${TEXTS.direction()}">`);

/** The value of a token of the language. */
function inLanguage(token: string): string {
  if (token !== 'texts') return TEXTS.textAt(token);
  const messages = TEXTS.pageMessages();
  return Object.keys(messages).length > 0 ? JSON.stringify(messages) : '';
}

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
    words: retry.at === undefined ? words : `${words} ${TEXTS.fault.nextTryAt({ at: retry.at })}`,
    url: retryHref(fault.url),
    report: reportLine(fault),
    details: detailsOf(fault, about),
    help: help.map(helpLink).join(''),
    fault: JSON.stringify(status),
    app: about.app ?? '',
  };
  // In one pass, so a value that looks like a token stays as it is.
  return withLanguage(template).replace(TOKEN, (_, name: string) => {
    const value = name in values ? values[name as Token] : inLanguage(name);
    if (value === undefined) {
      throw new Error(
        `This error document shows a ${name}, and the fault has none: use errorDocument.uncoded.`,
      );
    }
    return name === 'help' ? value : escapeHtml(value);
  });
}
