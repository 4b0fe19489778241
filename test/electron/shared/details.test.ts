import { describe, expect, it } from 'vitest';
import { detailsOf } from '../../../electron/shared/details.ts';
import { httpFault, scriptFault } from '../../../electron/shared/fault.ts';
import { CLIENT_EXCEPTION } from '../../support/words.ts';

const noon = Date.UTC(2026, 10, 20, 12);

describe('the details of a fault', () => {
  it('contain nothing private, and the whole report id', () => {
    const reportId = '0123456789abcdef0123456789abcdef';
    const detail = 'ENOENT: /home/ada/notes.txt, token=hunter2hunter2';
    const text = detailsOf({ ...httpFault(500, '/reset?code=s3cret', noon, detail), reportId });
    expect(text).not.toMatch(/ada|hunter2|s3cret/);
    expect(text).toContain('Path: /reset?code=');
    expect(text).toContain(`Report id: ${reportId}`);
  });

  it('begin with the title alone without a code, and have no time for a document made before the fault', () => {
    expect(detailsOf(scriptFault('TypeError', '/', 0))).toBe(
      `${CLIENT_EXCEPTION}\nPath: /\nKind: script\n\nTypeError`,
    );
  });
});
