/** Fills in the error documents from the build (see documents.d.ts). */
import { type About, detailsOf } from './details.ts';
import type { Fault, FaultStatus, Help } from './fault.ts';
import { explanation, iconOf, textOf } from './faultText.ts';
import { divide, helpFor, helpLinks, type Link, waysOut } from './help.ts';
import { ICONS } from './icons.ts';
import * as TEXTS from './texts.ts';

/** A value or a text by its name, such as `{{errorPage.details}}`, or a link for each item of a list: `{{ways.href}}`. */
const TOKEN = /<a [^>{]*\{\{(ways|help)\.[^<]*<\/a>|\{\{([\w.]+)\}\}/g;

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Fills the app's name and version into the built frame, index.html. */
export const fillFrame = (frame: string, values: { name: string; app: string }): string =>
  fill(frame, values, { ways: [], help: [] });

/** In one pass, so that a value that looks like a token stays as it is. */
function fill(
  html: string,
  values: Readonly<Record<string, string>>,
  links: Readonly<Record<'ways' | 'help', readonly Link[]>>,
): string {
  return html
    .replace('<html lang="en">', `<html lang="${TEXTS.language()}" dir="${TEXTS.direction()}">`)
    .replace(TOKEN, (markup, list?: keyof typeof links, name = '') =>
      list
        ? links[list].map((link) => fillLink(markup, link)).join('')
        : escapeHtml(values[name] ?? inLanguage(name)),
    );
}

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
  const text = textOf(fault, fault.link);
  const status: FaultStatus = { fault, retryAt, ask: false, help };
  const values = {
    icon: ICONS[iconOf(fault)],
    ...text,
    status: text.status ?? '',
    words: explanation(fault),
    // Without script there is no countdown, so state the time.
    next: retryAt === null ? '' : TEXTS.fault.reconnectingAt({ at: retryAt }),
    details: detailsOf(fault, about),
    fault: JSON.stringify(status),
    app: about.app ?? '',
  };
  const links = { ways: waysOut(fault, help, fault.link), help: helpLinks(divide(help, fault).more) };
  const template = text.status === undefined ? templates.uncoded : templates.coded;
  return fill(template, values, links);
}
