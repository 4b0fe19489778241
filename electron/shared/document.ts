/** Fills in the error documents from the build (see documents.d.ts). */
import { type About, detailsOf } from './details.ts';
import type { Fault, FaultStatus, Help } from './fault.ts';
import { explanation, iconOf, textOf, titleFor } from './faultText.ts';
import { divide, helpFor, helpLinks, type Link, waysOut } from './help.ts';
import { ICONS } from './icons.ts';
import * as TEXTS from './texts.ts';

export const TOKENS = [
  'icon',
  'status',
  'heading',
  'documentTitle',
  'words',
  'next',
  'details',
  'fault',
  'app',
] as const;
export type Token = (typeof TOKENS)[number];

/** Tokens that the language fills: the page's texts, and each text by its name, such as `{{errorPage.details}}`. */
const LANGUAGE_TOKENS = 'texts|\\w+(?:\\.\\w+)+';
/** A token, or a link that repeats for each item of a list, such as `{{ways.href}}`. */
const TOKEN = new RegExp(
  `<a [^>]*\\{\\{(ways|help)\\..*?</a>|\\{\\{(${TOKENS.join('|')}|${LANGUAGE_TOKENS})\\}\\}`,
  'g',
);
const FRAME_TOKEN = new RegExp(`\\{\\{(name|app|${LANGUAGE_TOKENS})\\}\\}`, 'g');

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Fills the app's name and version into the built frame, index.html. */
export const fillFrame = (frame: string, { name, app }: { name: string; app: string }): string => {
  const values = new Map(Object.entries({ name, app }));
  return withLanguage(frame).replace(FRAME_TOKEN, (_, token: string) =>
    escapeHtml(values.get(token) ?? inLanguage(token)),
  );
};

const withLanguage = (html: string) =>
  html.replace('<html lang="en">', `<html lang="${TEXTS.language()}" dir="${TEXTS.direction()}">`);

function inLanguage(token: string): string {
  if (token !== 'texts') return TEXTS.textAt(token);
  const messages = TEXTS.pageMessages();
  return Object.keys(messages).length > 0 ? JSON.stringify(messages) : '';
}

const fillLink = (markup: string, link: Link): string =>
  markup.replace(/\{\{\w+\.(\w+)\}\}/g, (_, part) => escapeHtml(link[part as keyof Link]));

/** Returns an error document with its tokens filled in and escaped. */
export function fillDocument(
  templates: { readonly coded: string; readonly uncoded: string },
  fault: Fault,
  about: About = {},
  retryAt: number | null = null,
  help: readonly Help[] = helpFor(fault),
): string {
  const text = textOf(fault, titleFor(fault.link));
  const status: FaultStatus = { fault, retryAt, ask: false, help };
  const values: Record<Token, string> = {
    icon: ICONS[iconOf(fault)],
    status: text.status ?? '',
    heading: text.heading,
    documentTitle: text.documentTitle,
    words: explanation(fault),
    // Without script there is no countdown, so state the time.
    next: retryAt === null ? '' : TEXTS.fault.reconnectingAt({ at: retryAt }),
    details: detailsOf(fault, about),
    fault: JSON.stringify(status),
    app: about.app ?? '',
  };
  const links = { ways: waysOut(fault, help, fault.link), help: helpLinks(divide(help, fault).more) };
  const template = text.status === undefined ? templates.uncoded : templates.coded;
  // In one pass, so that a value that looks like a token stays as it is.
  return withLanguage(template).replace(TOKEN, (markup, list?: keyof typeof links, name = '') => {
    if (list) return links[list].map((link) => fillLink(markup, link)).join('');
    return escapeHtml(name in values ? values[name as Token] : inLanguage(name));
  });
}
