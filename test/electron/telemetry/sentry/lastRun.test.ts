import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Breadcrumb } from '@sentry/core';
import { afterAll, describe, expect, it } from 'vitest';
import { keepRun } from '../../../../electron/telemetry/sentry/lastRun.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-run-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${++files}`, 'last-run.json');
const fail = (error: Error) => {
  throw error;
};

describe('the record of a run', () => {
  it('is there for the next run', async () => {
    const file = newFile();
    const breadcrumbs: Breadcrumb[] = [{ timestamp: 1, message: 'before the crash' }];
    const first = keepRun(file, () => ({ breadcrumbs, replayId: 'abc' }), fail);
    expect(first.previous).toBeUndefined();
    first.changed();
    await first.flush();
    const second = keepRun(file, () => ({ breadcrumbs: [] }), fail);
    expect(second.previous).toEqual({ breadcrumbs, replayId: 'abc' });
    second.changed();
    await second.flush();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ breadcrumbs: [] });
    expect(second.previous?.replayId).toBe('abc');
  });

  it('is written once for many changes', async () => {
    let asked = 0;
    const run = keepRun(newFile(), () => ({ breadcrumbs: [{ timestamp: ++asked }] }), fail);
    for (let i = 0; i < 1000; i++) run.changed();
    await run.flush();
    await run.flush();
    expect(asked).toBe(1);
  });

  it('is written though a breadcrumb holds what JSON cannot say; its mark stays', async () => {
    const file = newFile();
    const data: Record<string, unknown> = { 'electron.process': 'renderer', 'electron.window': 3 };
    data.self = data;
    const breadcrumbs = [
      { timestamp: 1, message: 'odd', data },
      { timestamp: 2, data: { fine: true } },
    ];
    const run = keepRun(file, () => ({ breadcrumbs }), fail);
    run.changed();
    await run.flush();
    expect(keepRun(file, () => ({ breadcrumbs: [] }), fail).previous?.breadcrumbs).toEqual([
      { timestamp: 1, message: 'odd', data: { 'electron.process': 'renderer', 'electron.window': 3 } },
      { timestamp: 2, data: { fine: true } },
    ]);
  });

  it.each(['', '{', 'null', '[]', '{"breadcrumbs":1}', '{"breadcrumbs":[],"replayId":7}'])(
    'that cannot be read (%j) is told, names the file, and is replaced',
    async (text) => {
      const file = newFile();
      const { flush } = keepRun(file, () => ({ breadcrumbs: [] }), fail);
      await flush();
      writeFileSync(file, text);
      const told: string[] = [];
      const run = keepRun(
        file,
        () => ({ breadcrumbs: [] }),
        ({ message }) => told.push(message),
      );
      expect([run.previous, told.length]).toEqual([undefined, 1]);
      expect(told[0]).toContain(file);
      run.changed();
      await run.flush();
      expect(keepRun(file, () => ({ breadcrumbs: [] }), fail).previous).toEqual({ breadcrumbs: [] });
    },
  );

  it('that cannot be written is told once', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const told: string[] = [];
    const file = join(folder, 'a-file', 'last-run.json');
    const run = keepRun(
      file,
      () => ({ breadcrumbs: [] }),
      ({ message }) => told.push(message),
    );
    for (let i = 0; i < 3; i++) {
      run.changed();
      await run.flush();
    }
    expect(new Set(told).size).toBe(told.length);
    expect(told.some((message) => message.includes('written'))).toBe(true);
  });
});
