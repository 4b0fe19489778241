import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detailsOf } from '../../../electron/shared/details.ts';
import { dataFault, httpFault, scriptFault } from '../../../electron/shared/fault.ts';
import { textOf } from '../../../electron/shared/faultText.ts';
import * as TEXTS from '../../../electron/shared/texts.ts';
import { TEXTS_FOLDER } from '../../../electron/tool/texts/textsPlugin.ts';
import { CLIENT_EXCEPTION, NO_DATA, OTHER_STATUS } from '../../support/words.ts';

const noon = Date.UTC(2026, 10, 20, 12);

describe('the details of a fault', () => {
  it('contain nothing private, and the whole report id', () => {
    const reportId = '0123456789abcdef0123456789abcdef';
    const detail = 'ENOENT: /home/ada/notes.txt, token=hunter2hunter2';
    const text = detailsOf({ ...httpFault(500, '/reset?code=s3cret', noon, detail), reportId });
    expect(text).not.toMatch(/ada|hunter2|s3cret/);
    expect(text).toContain('Path: /reset?code=');
    expect(text).toContain(`Report ID: ${reportId}`);
  });

  it('begin with the title alone without a code, and have no time for a document made before the fault', () => {
    expect(detailsOf(scriptFault('TypeError', '/', 0))).toBe(
      `${CLIENT_EXCEPTION} (see the browser console for more information).\nPath: /\nKind: script\n\nTypeError`,
    );
  });

  it('have the words of the specification in every language, which no page has', () => {
    const german = JSON.parse(readFileSync(join(TEXTS_FOLDER, 'de.json'), 'utf8'));
    TEXTS.setTexts('de', german);
    const faults = [scriptFault('x', '/', 1), dataFault('/', 1, 'x'), httpFault(503, '/', 1)];
    const firsts = faults.map((one) => detailsOf(one).split('\n')[0]);
    const headings = faults.map((one) => textOf(one));
    TEXTS.setTexts('en', {});
    expect(firsts).toEqual([expect.stringContaining(CLIENT_EXCEPTION), NO_DATA, `503: ${OTHER_STATUS}`]);
    for (const { heading, documentTitle } of headings) expect(heading).toBe(documentTitle);
    expect(JSON.stringify(german)).not.toMatch(/Ausnahme|statisch/);
  });
});
