/** The sections as a page. It runs no script at all: what its buttons do is in the window's preload. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../shared/document.ts';
import * as TEXTS from '../shared/texts.ts';
import { UNKNOWN } from './format.ts';
import css from './page.css?inline';
import type { Section, Table } from './sections.ts';

const texts = TEXTS.diagnostics;

/** Markup in which every value was escaped. */
class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** A template whose values are escaped, unless they are Html themselves. */
function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  const markup = values.map((value) => {
    if (typeof value === 'string') return escapeHtml(value);
    return value instanceof Html ? value.markup : value.map((one) => one.markup).join('');
  });
  return new Html(String.raw({ raw: parts }, ...markup));
}

/** Only what this document holds: no script, no request, its own style. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The whole document.
 * @param address where it is, for the link that works without the preload
 */
export function pageOf(sections: readonly Section[], address: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.title}</title>
<style>${new Html(css)}</style>
</head>
<body>
<main>
<h1>${texts.title}</h1>
<p>${texts.intro}</p>
<div class="actions">
<a href="${address}" data-action="refresh">${texts.check}</a>
<button data-action="copy" hidden>${texts.copy}</button>
<button data-action="save" hidden>${texts.save}</button>
</div>
<p id="status" role="status"></p>
<div id="facts">${new Html(partOf(sections))}</div>
</main>
</body>
</html>`.markup;
}

export function partOf(sections: readonly Section[]): string {
  return sections.map((section, at) => sectionOf(section, `section-${at}`).markup).join('\n');
}

function sectionOf({ heading, state, notes, tables }: Section, id: string): Html {
  const items = notes.map((note) => html`<li>${note}</li>`);
  const list = items.length > 0 ? html`<ul>${items}</ul>` : html``;
  return html`<section class="${state ?? ''}" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>${list}${tables.map(tableOf)}
</section>`;
}

/** A wide table scrolls on its own, by keyboard too: a box that scrolls has to take the focus. */
function tableOf({ caption, head, rows }: Table): Html {
  const body = rows.map(
    ([name = '', ...cells]) =>
      html`<tr><th scope="row" class="${kindOf(name)}">${name}</th>${cells.map((cell) => html`<td class="${kindOf(cell)}">${cell}</td>`)}</tr>`,
  );
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${body}</tbody>
</table></div>`;
}

function kindOf(cell: string): string {
  if (/^(ok|failed|skipped)$/.test(cell)) return cell;
  if (cell === '0' || cell === UNKNOWN) return 'number none';
  if (/^\d{4}-\d\d-\d\d /.test(cell)) return 'time';
  return /^[\d.]+( [kMGT]?B| ms)?$/.test(cell) ? 'number' : 'text';
}

export function pageResponse(page: string): Response {
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
    },
  });
}
