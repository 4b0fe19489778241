import { describe, expect, it } from 'vitest';
import { detailsOf, reportLine } from '../../../electron/shared/details.ts';
import { httpFault, scriptFault } from '../../../electron/shared/fault.ts';

const noon = Date.UTC(2026, 10, 20, 12);

describe('the details of a fault', () => {
  it('name code, title, path, time in UTC, kind, report, app, system, and then the technical text', () => {
    const fault = {
      ...httpFault(500, '/orders?page=2', noon, 'Error: no\n    at there'),
      reportId: 'abc123',
    };
    expect(detailsOf(fault, { version: '1.2.3', userAgent: 'Browser/1' })).toBe(
      [
        '500: Internal Server Error',
        'Path: /orders?page=***',
        'Time: 2026-11-20T12:00:00.000Z',
        'Kind: http',
        'Report id: abc123',
        'App: Holdfast 1.2.3',
        'System: Browser/1',
        '',
        'Error: no',
        '    at there',
      ].join('\n'),
    );
  });

  it('hold nothing private, and the report id whole', () => {
    const reportId = '0123456789abcdef0123456789abcdef';
    const detail = 'ENOENT: /home/ada/notes.txt, token=hunter2hunter2';
    const text = detailsOf({ ...httpFault(500, '/reset?code=s3cret', noon, detail), reportId });
    expect(text).not.toMatch(/ada|hunter2|s3cret/);
    expect(text).toContain('Path: /reset?code=');
    expect(text).toContain(`Report id: ${reportId}`);
  });

  it('leave out what is not known', () => {
    expect(detailsOf(httpFault(404, '/nowhere', noon))).toBe(
      [
        '404: This page could not be found',
        'Path: /nowhere',
        'Time: 2026-11-20T12:00:00.000Z',
        'Kind: http',
      ].join('\n'),
    );
  });

  it('begin with the title alone where there is no code, and have no time for a document made before', () => {
    expect(detailsOf(scriptFault('TypeError', '/', 0))).toBe(
      'Application error: a client-side exception has occurred\nPath: /\nKind: script\n\nTypeError',
    );
  });

  it('give a line to quote only once there is a report', () => {
    expect(reportLine(httpFault(500, '/', noon))).toBe('');
    expect(reportLine({ ...httpFault(500, '/', noon), reportId: 'abc' })).toBe('Report id: abc');
  });
});
