/** Renders the sections as a page without script: its buttons send a form, and main answers with a new page. */
import type { AppResponse } from '../../common/message.ts';
import { UNKNOWN } from '../../shared/format.ts';
import * as TEXTS from '../../shared/texts.ts';
import { Html, html, plainPage } from '../protocol/plainPage.ts';
import css from './page.css?inline';
import type { Section } from './sections.ts';

const texts = TEXTS.diagnostics;

/** Returns the page. @param pressed the button that gets the focus again; `look` if nobody pressed one */
export function pageOf(
  sections: readonly Section[],
  { address, app }: { address: string; app: string },
  status = '',
  pressed: string | null = null,
): AppResponse {
  const focused = pressed === null || pressed === 'look' ? 'save' : pressed;
  const button = (name: 'save' | 'copy' | 'check') =>
    html`<button name="do" value="${name}" data-action="${name}"${name === focused ? new Html(' autofocus') : ''}>${texts[name]}</button>`;
  const { pathname, searchParams } = new URL(address, 'app://shell');
  const [verdict, ...others] = sections.map((section, at) => sectionOf(section, `section-${at}`));
  const content = html`<div id="facts">${verdict ?? ''}
<form class="actions" action="${pathname}"><input type="hidden" name="key" value="${searchParams.get('key') ?? ''}">${[button('save'), button('copy'), button('check')]}</form>
<p id="status">${status}</p>
<p class="quiet">${texts.intro}</p>
${others.length > 0 ? html`<details><summary>${texts.forSupport}</summary><div lang="en" dir="ltr">${others}</div></details>` : ''}</div>`;
  // Screen readers announce the title when the page loads.
  const said = pressed === 'copy' || pressed === 'save' ? status : sections[0]?.heading;
  const title = [said, texts.title, app].filter(Boolean).join(' – ');
  return plainPage({ title, heading: texts.title, content, css, formAction: "'self'" });
}

function sectionOf({ heading, state, notes, head, rows }: Section, id: string): Html {
  const items = notes.map((note) => html`<li>${note}</li>`);
  return html`<section${state ? new Html(' class="card"') : ''} aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>${items.length > 0 ? html`<ul>${items}</ul>` : ''}
${rows.length > 0 ? tableOf(heading, head, rows) : ''}
</section>`;
}

/** A wide table takes the focus, to scroll by keyboard. Paths and times keep their order in right-to-left languages. */
function tableOf(name: string, head: Section['head'], rows: Section['rows']): Html {
  const body = rows.map(
    ([first = '', ...cells]) =>
      html`<tr><th scope="row" class="${kindOf(first)}"><bdi>${first}</bdi></th>${cells.map((cell) => html`<td class="${kindOf(cell)}"><bdi>${cell}</bdi></td>`)}</tr>`,
  );
  return html`<div class="table" role="group" aria-label="${name}" tabindex="0"><table>
<thead><tr>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${body}</tbody>
</table></div>`;
}

function kindOf(cell: string): string {
  if (cell === 'OK') return 'ok';
  if (cell === 'Failed') return 'failed';
  if (cell === '0' || cell === UNKNOWN) return 'number none';
  if (/^\d{4}-\d\d-\d\d /.test(cell)) return 'time';
  return /^\p{Nd}[\p{Nd}.,٫]*(\s?\S{1,4})?$/u.test(cell) ? 'number' : 'text';
}
