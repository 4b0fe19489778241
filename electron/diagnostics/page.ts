/**
 * Renders the sections as a page. The page runs no script: its buttons are links, and main answers each with a new
 * page.
 */
import type { AppResponse } from '../protocol/message.ts';
import { Html, html, plainPage } from '../protocol/plainPage.ts';
import { UNKNOWN } from '../shared/format.ts';
import * as TEXTS from '../shared/texts.ts';
import css from './page.css?inline';
import type { Section } from './sections.ts';

const texts = TEXTS.diagnostics;

/**
 * Returns the response with the page.
 * @param address the page's address, without origin
 * @param status the result of the pressed button, in words
 * @param pressed that button, which gets the focus again
 */
export function pageOf(
  sections: readonly Section[],
  address: string,
  status = '',
  pressed: string | null = null,
): AppResponse {
  const button = (name: 'check' | 'copy' | 'save') =>
    html`<a href="${address}&do=${name}" data-action="${name}"${name === pressed ? new Html(' autofocus') : ''}>${texts[name]}</a>`;
  const content = html`<p>${texts.intro}</p>
<div class="actions">${[button('check'), button('copy'), button('save')]}</div>
<p id="status">${status}</p>
<div id="facts">${sections.map((section, at) => sectionOf(section, `section-${at}`))}</div>`;
  // Screen readers announce the title when the page loads.
  const title = status ? `${status} ${texts.title}` : texts.title;
  return plainPage({ title, heading: texts.title, content, css, formAction: "'none'" });
}

function sectionOf({ heading, state, notes, head, rows }: Section, id: string): Html {
  const items = notes.map((note) => html`<li>${note}</li>`);
  return html`<section class="${state ?? ''}" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>${items.length > 0 ? html`<ul>${items}</ul>` : ''}
${rows.length > 0 ? tableOf(heading, head, rows) : ''}
</section>`;
}

/** A wide table scrolls on its own. It takes the focus, so that the keyboard can scroll it too. */
function tableOf(name: string, head: Section['head'], rows: Section['rows']): Html {
  const body = rows.map(
    ([first = '', ...cells]) =>
      html`<tr><th scope="row" class="${kindOf(first)}">${first}</th>${cells.map((cell) => html`<td class="${kindOf(cell)}">${cell}</td>`)}</tr>`,
  );
  return html`<div class="table" role="group" aria-label="${name}" tabindex="0"><table>
<thead><tr>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${body}</tbody>
</table></div>`;
}

function kindOf(cell: string): string {
  if (cell === 'ok' || cell === 'failed') return cell;
  if (cell === '0' || cell === UNKNOWN) return 'number none';
  if (/^\d{4}-\d\d-\d\d /.test(cell)) return 'time';
  return /^[\d.]+( [kMGT]?B| ms)?$/.test(cell) ? 'number' : 'text';
}
