import { beforeEach, describe, expect, it } from 'vitest';
import { FaultOnScreen } from '../../../electron/recovery/faultOnScreen.ts';
import { CHANNELS } from '../../../electron/shared/channels.ts';
import {
  type Fault,
  type FaultStatus,
  httpFault,
  mainFault,
  scriptFault,
} from '../../../electron/shared/fault.ts';

const main = mainFault('uncaughtException', '/', 1);
const found = scriptFault('x', '/', 1);

let recovery: { fault: Fault | null; retryAt: number | null; isSafe: boolean };
let isListening: boolean;
let isDiskFull: boolean;
let sent: [channel: string, status: FaultStatus][];
let screen: FaultOnScreen;
beforeEach(() => {
  recovery = { fault: null, retryAt: null, isSafe: false };
  isListening = true;
  isDiskFull = false;
  sent = [];
  screen = new FaultOnScreen({
    recovery: () => recovery,
    ask: () => true,
    isDiskFull: () => isDiskFull,
    isListening: () => isListening,
    send: (channel, status) => sent.push([channel, status]),
  });
});
const told = () => sent.map(([channel, { fault }]) => [channel, fault.id]);

describe('the fault on the screen', () => {
  it('of main is shown once, and told anew as often as something is done about it', () => {
    recovery.fault = main;
    screen.notify();
    recovery.retryAt = 5;
    screen.notify();
    expect(told()).toEqual([
      [CHANNELS.fault, main.id],
      [CHANNELS.faultStatus, main.id],
    ]);
    expect(sent.map(([, { retry }]) => retry)).toEqual([{ automatic: false }, { automatic: true, at: 5 }]);
  });

  it('of main waits for a page that does not listen yet, and comes in place of what that page found', () => {
    recovery.fault = main;
    isListening = false;
    screen.notify();
    screen.pageShows(found);
    screen.notify();
    expect(sent).toEqual([]);
    isListening = true;
    screen.notify();
    expect(told()).toEqual([[CHANNELS.fault, main.id]]);
  });

  it('of the page itself is not shown by main, and is told without waiting', () => {
    isListening = false;
    screen.pageShows(found);
    screen.notify();
    expect(told()).toEqual([[CHANNELS.faultStatus, found.id]]);
  });

  it('asks about reports only once it has one', () => {
    screen.pageShows(found);
    expect(screen.status?.ask).toBe(false);
    screen.learn({ ...found, reportId: 'r' });
    expect(screen.status).toMatchObject({ ask: true, fault: { reportId: 'r' } });
  });

  it.each([
    ['an exception', found, true],
    ['an answer that is tried again', httpFault(503, '/', 1), undefined],
    ['a page that is not there', httpFault(404, '/', 1), undefined],
  ])('names the full disk of %s: %s', (_, fault, diskFull) => {
    isDiskFull = true;
    screen.pageShows(fault);
    expect(screen.status?.fault.diskFull).toBe(diskFull);
  });

  it('is told apart from another of the same time and words', () => {
    screen.pageShows(found);
    screen.pageCleared(scriptFault('x', '/', 1).id);
    expect(screen.isOnPage).toBe(true);
    screen.pageCleared(found.id);
    expect(screen.isOnPage).toBe(false);
  });

  it("is the protocol's own where its path and status come", () => {
    const answer = httpFault(500, '/x', 1);
    screen.answers(answer);
    expect(screen.answerCame(httpFault(503, '/x', 2))).toBeUndefined();
    expect(screen.answerCame(httpFault(500, '/x', 2))).toBe(answer);
    expect(screen.isAnswer).toBe(true);
  });

  it('is given to the document that asks for it, once, as it is then', () => {
    recovery.fault = main;
    const path = screen.documentPath('/a', false);
    recovery = { fault: { ...main, reportId: 'r' }, retryAt: 7, isSafe: false };
    expect(screen.takeDocument(path)).toMatchObject({
      fault: { reportId: 'r' },
      retry: { automatic: true, at: 7 },
      script: false,
    });
    expect(screen.takeDocument(path)).toBeUndefined();
  });
});
