import { beforeEach, expect, it } from 'vitest';
import { CurrentFault } from '../../../electron/recovery/currentFault.ts';
import { httpFault, mainFault, scriptFault } from '../../../electron/shared/fault.ts';

const main = mainFault('uncaughtException', '/', 1);
const found = scriptFault('x', '/', 1);

let isDiskFull: boolean;
let current: CurrentFault;
beforeEach(() => {
  isDiskFull = false;
  current = new CurrentFault({ ask: () => true, isDiskFull: () => isDiskFull, isSafe: false });
});
/** The id of the fault in the page's message. */
const told = () => current.message()?.fault.id;

it('tells a page how a fault of main is handled, once its document shows it', () => {
  current.show(main);
  expect(told()).toBeUndefined();
  current.documentPath('/', true);
  expect(told()).toBe(main.id);
  current.retryAt = 5;
  expect(current.message()?.retryAt).toBe(5);
  current.pageShowsOther();
  expect(told()).toBeUndefined();
});

it('tells a page how its own fault is handled', () => {
  current.pageShows(found);
  expect(told()).toBe(found.id);
});

it('asks about reports only if there is one', () => {
  current.pageShows(found);
  expect(current.status?.ask).toBe(false);
  current.learn({ ...found, reportId: 'r' });
  expect(current.status).toMatchObject({ ask: true, fault: { reportId: 'r' } });
});

it('knows since when the page shows the question about reports, while it does', () => {
  current.pageShows({ ...found, reportId: 'r' });
  expect(current.askedSince).toBeUndefined();
  current.message();
  const since = current.askedSince;
  expect(since).toBeGreaterThan(0);
  current.message();
  expect(current.askedSince).toBe(since);
  current.pageShowsOther();
  expect(current.askedSince).toBeUndefined();
});

it.each([
  ['an exception', found, true],
  ['an answer that is tried again', httpFault(503, '/', 1), undefined],
  ['a page that is not there', httpFault(404, '/', 1), undefined],
])('names the full disk of %s: %s', (_, fault, diskFull) => {
  isDiskFull = true;
  current.pageShows(fault);
  expect(current.status?.fault.diskFull).toBe(diskFull);
});

it('keeps the first fault from before the window opens', () => {
  current.cameEarly(main);
  current.cameEarly(found);
  current.show(main);
  expect(current).toMatchObject({ isEarly: true, status: { fault: main } });
  current.clear();
  current.show(main);
  expect(current.isEarly).toBe(false);
});

it("uses the protocol's own fault if path and status match", () => {
  const answer = httpFault(500, '/x', 1);
  current.answers(answer);
  expect(current.answerCame(httpFault(503, '/x', 2))).toBeUndefined();
  expect(current.answerCame(httpFault(500, '/x', 2))).toBe(answer);
  expect(current.isAnswer).toBe(true);
});

it('gives each document the fault once, as of the request', () => {
  current.show(main);
  const path = current.documentPath('/a', false);
  current.learn({ ...main, reportId: 'r' });
  current.retryAt = 7;
  expect(current.takeDocument(path)).toMatchObject({
    fault: { reportId: 'r' },
    retryAt: 7,
    script: false,
  });
  expect(current.takeDocument(path)).toBeUndefined();
});

it('gives another window a document and keeps the current fault', () => {
  const path = current.otherDocumentPath(found);
  expect(current.status).toBeUndefined();
  expect(current.takeDocument(path)).toMatchObject({ fault: found, help: [], script: false });
});
