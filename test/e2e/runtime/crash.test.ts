/** Pages whose process ends, against docs/api/web-contents.md#event-render-process-gone and docs/api/app.md. */
import { beforeAll, expect, it } from 'vitest';
import { runScenario, type Told } from './scenario.ts';

let told: Told;
beforeAll(async () => {
  told = await runScenario('crash');
});
interface Gone {
  details: { reason: string; exitCode: number };
  order: string[];
  crashed: boolean;
}

it('tells the app and the page, with one event, reason and exit code (event render-process-gone)', () => {
  const { details, order, crashed } = told.of('forced') as Gone;
  // Which of the two it is depends on the system.
  expect(['crashed', 'killed', 'abnormal-exit']).toContain(details.reason);
  expect(Object.keys(details)).toEqual(['reason', 'exitCode']);
  expect(typeof details.exitCode).toBe('number');
  expect(order.toSorted()).toEqual(['app', 'contents']);
  expect(crashed).toBe(true);
  expect(told.of('of whom')).toBe(true);
  expect(told.of('same event')).toBe(true);
});

it('calls a process that was killed from outside killed (RenderProcessGoneDetails.reason)', () => {
  const { details, crashed } = told.of('killed') as Gone;
  expect(details.reason).toBe('killed');
  expect(details.exitCode).not.toBe(0);
  expect(crashed).toBe(true);
});

it('has no frame any more, and messages to it are lost (contents.send, contents.mainFrame)', () => {
  expect(told.of('frame of a crashed page')).toContain('Render frame was disposed');
  expect(told.of('message to a crashed page')).toBe('lost');
});

it('is reloaded in a new process (contents.reload, contents.isCrashed)', () => {
  expect(told.of('reloaded')).toEqual({ crashed: false, title: 'page' });
  expect(told.of('loaded')).toEqual({ crashed: false, title: 'page' });
  expect(told.of('crashed and reloaded')).toBe(false);
  expect(told.of('reloaded in the event')).toBe(false);
});

it('ends what was running in it', () => {
  expect(told.of('script of a crashed page')).not.toBe('resolved');
});

it('has a process that the app can name, and that its metrics show (contents.getOSProcessId, app.getAppMetrics)', () => {
  expect(told.of('metrics')).toEqual({ main: 'Browser', page: 'Tab', gpu: true, sizes: true, cpu: 0 });
});

it('is not told of a hung page that is destroyed (win.destroy)', () => {
  expect(told.of('hung and destroyed')).toEqual({ gone: false, destroyed: true });
  expect(told.code).toBe(0);
});

it('of a window that is just being made are told, or replaced before it loads', () => {
  const fates = told.of('killed while it is made') as string[];
  expect(fates).toHaveLength(5);
  for (const fate of fates) expect(fate).toMatch(/^(loaded|told), then page$/);
});
