/**
 * Pages that are loaded as files, against docs/api/web-contents.md#contentsloadfilefilepath-options, and preload
 * scripts of a session, against docs/api/session.md#sesregisterpreloadscriptscript.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario, type Told } from './scenario.ts';

let told: Told;
beforeAll(async () => {
  told = await runScenario('files');
});

describe('loadFile', () => {
  it('loads a file of the app with search and hash, and the module that it names', () => {
    expect(told.of('page')).toMatchObject({ protocol: 'file:', file: 'index.html', rest: '?a=1#b' });
  });

  it('rejects for a file that is not there', () => {
    expect(told.of('missing')).toMatch(/ERR_FILE_NOT_FOUND/);
  });
});

describe("a session's preload script", () => {
  it('runs before that of the window, in the same world, and exposes to the page as that does', () => {
    expect(told.of('page')).toMatchObject({ ran: ['session', 'window'], first: 'session' });
  });

  it('is listed; a relative path and an id that is taken or unknown are refused', () => {
    expect(told.of('registered')).toEqual({
      isListed: true,
      files: ['session.cjs'],
      relative: expect.stringMatching(/absolute path/i),
      twice: expect.stringMatching(/^Error/),
      unknown: expect.stringMatching(/^Error/),
    });
  });
});
