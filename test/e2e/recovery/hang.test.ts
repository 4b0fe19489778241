/** Pages that do not answer. Main notices when the computer wakes and the page does not answer its ping. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { ELECTRON } from '../../support/app.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { answerDialogs, asked, inOrder } from '../../support/menu.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';

const ingest = await startEnvelopeServer();
afterAll(() => ingest.close());

const dialogOf = (app: Watched) => until('the dialog', async () => (await asked(app))[0]);

/** Blocks the page's thread in a function with this name, and wakes the computer. */
async function block(app: Watched, ms: number): Promise<void> {
  const busy = `function busyInHere() { const end = Date.now() + ${ms}; while (Date.now() < end); }`;
  await app.page(`void setTimeout(${busy}, 20)`);
  await pause(200);
  await app.main("electron.powerMonitor.emit('resume')");
}

describe('an app whose page hangs', () => {
  let app: Watched;
  beforeAll(async () => {
    // Longer than a page that is alive takes on a busy machine: while it hangs it costs a processor.
    app = await watch({ ingest, durations: { pingMs: 1_000 } });
    await app.shows('404');
  });

  it('a page that blocks its thread | a dialog: This page isn’t responding, with Wait, Reload and Quit | Reload: the app', async () => {
    await answerDialogs(app, 'Reload');
    await block(app, 600_000);
    expect(await dialogOf(app)).toMatchObject({
      message: en.fault.hang.title,
      detail: en.dialogs.hangDetail,
      buttons: inOrder('Wait', 'Reload', 'Quit Holdfast', en.dialogs.copyDetails),
    });
    await app.shows('404', `${NOT_FOUND}.`);
    await expect.poll(() => ingest.events().find(({ tags }) => tags?.['fault.kind'] === 'hang')).toBeTruthy();
    const report = ingest.events().find(({ tags }) => tags?.['fault.kind'] === 'hang');
    // `collectJavaScriptCallStack` came with Electron 34.
    if (ELECTRON >= 34) expect(report?.contexts?.fault?.detail).toContain('busyInHere');
    else
      expect(report?.contexts?.fault?.detail).toBe(
        'This Electron version cannot sample what the page was doing.',
      );
    // The process was ended on purpose, which is not a second report.
    expect(ingest.events().filter(({ level }) => level === 'fatal')).toEqual([]);
    expect(ingest.events()).toHaveLength(1);
  });

  it('a page that blocks its thread for a while | the same dialog | Wait: the page goes on where it was; Quit: the app ends', async () => {
    await answerDialogs(app, 'Wait');
    await app.page('void (window.kept = true)');
    await block(app, 3_000);
    expect((await dialogOf(app)).message).toContain('isn’t responding');
    await app.shows('404');
    expect(await app.page('window.kept')).toBe(true);
    await answerDialogs(app, 'Quit Holdfast');
    await block(app, 600_000);
    // The app ends with its window.
    if (process.platform !== 'darwin') expect(await app.gone()).toBe(0);
    expect(app.stderr().match(/asked: .*isn’t responding/g)).toHaveLength(3);
  });
});
