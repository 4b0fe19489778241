/** The sections as a page. It runs no script at all: what its buttons do is in the window's preload. */
import { Html, html, plainPage } from '../protocol/plainPage.ts';
import { UNKNOWN } from '../shared/format.ts';
import * as TEXTS from '../shared/texts.ts';
import css from './page.css?inline';
import type { Section, Table } from './sections.ts';

const texts = TEXTS.diagnostics;

/**
 * The answer with the whole document.
 * @param address where it is, for the link that works without the preload
 */
export function pageOf(sections: readonly Section[], address: string): Response {
  const content = html`<p>${texts.intro}</p>
<div class="actions">
<a href="${address}" data-action="refresh">${texts.check}</a>
<button data-action="copy" hidden>${texts.copy}</button>
<button data-action="save" hidden>${texts.save}</button>
</div>
<p id="status" role="status"></p>
<div id="facts">${new Html(partOf(sections))}</div>`;
  return plainPage({ title: texts.title, heading: texts.title, content, css, formAction: "'none'" });
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
