import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { nextLoad } from '../../../../electron/dev/standin/loadPromise.ts';

const URL = 'app://shell/';
type Told = [name: string, ...args: unknown[]];
const start = (url = URL, isSameDocument = false, isMainFrame = true): Told => [
  'did-start-navigation',
  url,
  isSameDocument,
  isMainFrame,
];
const fail = (code: number, name: string, isMainFrame = true): Told => [
  'did-fail-load',
  code,
  name,
  URL,
  isMainFrame,
];

/** What becomes of a load when these events follow: its error, 'done' or 'waits'. */
async function outcomeOf(events: Told[], isOwnStart = () => true): Promise<unknown> {
  const contents = new EventEmitter();
  const load = nextLoad(contents, URL, isOwnStart).then(
    () => 'done',
    (error: unknown) => error,
  );
  for (const [name, ...args] of events) contents.emit(name, {}, ...args);
  const result = await Promise.race([load, new Promise((wait) => setImmediate(wait, 'waits'))]);
  const left = contents.eventNames().length;
  expect(left > 0).toBe(result === 'waits');
  return result;
}

describe('loadURL is kept', () => {
  it('when its document is loaded', async () => {
    expect(await outcomeOf([start(), ['did-finish-load']])).toBe('done');
  });
  it('when it only moves within the document', async () => {
    expect(await outcomeOf([start(`${URL}#a`, true), ['did-navigate-in-page']])).toBe('done');
  });
  it('although a subframe fails or the page moves within itself meanwhile', async () => {
    const events = [
      start(),
      start('x', false, false),
      fail(-2, 'ERR_FAILED', false),
      start(`${URL}#b`, true),
    ];
    expect(await outcomeOf(events)).toBe('waits');
    expect(await outcomeOf([...events, ['did-finish-load']])).toBe('done');
  });
});

describe('loadURL is broken', () => {
  it('with code, errno and url, when the error’s document is done', async () => {
    const failed = [start(), fail(-102, 'ERR_CONNECTION_REFUSED')];
    expect(await outcomeOf(failed)).toBe('waits');
    expect(await outcomeOf([...failed, ['did-finish-load']])).toMatchObject({
      message: `ERR_CONNECTION_REFUSED (-102) loading '${URL}'`,
      code: 'ERR_CONNECTION_REFUSED',
      errno: -102,
      url: URL,
    });
  });
  it('at once when nothing was begun', async () => {
    expect(await outcomeOf([fail(-300, 'ERR_INVALID_URL')])).toMatchObject({ code: 'ERR_INVALID_URL' });
  });
  it('when another load takes its place', async () => {
    const other = 'app://shell/other';
    expect(await outcomeOf([start(), start(other)])).toMatchObject({
      code: 'ERR_ABORTED',
      errno: -3,
      url: other,
    });
  });
  it('when it stops without a document', async () => {
    expect(await outcomeOf([start(), ['did-stop-loading']])).toMatchObject({ code: 'ERR_FAILED', errno: -2 });
  });
  it('when the page is destroyed', async () => {
    expect(await outcomeOf([['destroyed']])).toMatchObject({ code: 'ERR_FAILED' });
  });
});

describe('loadURL waits', () => {
  it('while what ends is the page’s own navigation from before', async () => {
    const before: Told[] = [start('app://shell/page'), ['did-finish-load'], ['did-stop-loading']];
    expect(await outcomeOf(before, () => false)).toBe('waits');
  });
});
