/** The sections of the diagnostics as elements: main writes them into the document, the page puts new ones in place. */
import type { Section, Table } from './diagnosticsText.ts';

/** An element without a document. Text is text: whoever makes HTML of it escapes it. */
export interface ViewElement {
  tag: string;
  attributes?: Readonly<Record<string, string>>;
  children: readonly (ViewElement | string)[];
}

function element(
  tag: string,
  children: readonly (ViewElement | string)[],
  attributes?: Readonly<Record<string, string>>,
): ViewElement {
  return { tag, children, ...(attributes && { attributes }) };
}

/** One `<section>` for each section, named by its heading. */
export function viewOf(sections: readonly Section[]): ViewElement[] {
  return sections.map(({ id, heading, notes, tables }) =>
    element(
      'section',
      [
        element('h2', [heading], { id }),
        ...notes.map((note) => element('p', [note])),
        ...tables.map(tableOf),
      ],
      { 'aria-labelledby': id },
    ),
  );
}

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Times are marked, so that they can stay on one line. */
function content(cell: string): (ViewElement | string)[] {
  return TIME.test(cell) ? [element('time', [cell])] : [cell];
}

/** Wide tables scroll by themselves, also by keyboard: a box that scrolls has to take the focus. */
function tableOf({ caption, head, rows }: Table): ViewElement {
  const headCells = head.map((name) => element('th', [name], { scope: 'col' }));
  const bodyRows = rows.map(([name = '', ...cells]) =>
    element('tr', [
      element('th', content(name), { scope: 'row' }),
      ...cells.map((cell) => element('td', content(cell))),
    ]),
  );
  const table = element('table', [
    element('caption', [caption]),
    element('thead', [element('tr', headCells)]),
    element('tbody', bodyRows),
  ]);
  return element('div', [table], { class: 'table', role: 'region', 'aria-label': caption, tabindex: '0' });
}
