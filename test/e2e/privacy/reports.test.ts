/** Help → Reports: one switch with the error page, what a report holds, and its end on this computer. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppCopy } from '../../support/brokenApp.ts';
import { buildFailingApp } from '../../support/failingApp.ts';
import { type Ingest, startIngest } from '../../support/ingest.ts';
import { answerDialogs, asked, choose, markedReports, seeItem } from '../../support/menu.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { waitingIn } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

/** Milliseconds in which a report that ought not to be sent would have come: nothing waits for chance here. */
const LONG_ENOUGH = 1_500;
const QUESTION = 'Send error reports to the developer?';

let built: AppCopy;
let ingest: Ingest;
let userData: string;
let app: Watched;
beforeAll(async () => {
  built = await buildFailingApp();
  ingest = await startIngest();
});
afterAll(async () => {
  await built.remove();
  await ingest.close();
});
beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'holdfast-reports-'));
});
afterEach(async () => {
  expect(await app.stop()).toBe(0);
  await rm(userData, { recursive: true, force: true, maxRetries: 5 });
});

async function start(settings: Readonly<Record<string, string>>): Promise<void> {
  app = await watch({ app: built.folder, userData, settings });
  // Sends are spread by chance.
  await app.main('void (Math.random = () => 0)');
  await app.shows('The start page');
}

/** Lets the page fail. Resolves to the id of the report. */
async function fail(): Promise<string> {
  await app.page(`void document.getElementById('handler').click()`);
  const text = await app.shows('a client-side exception has occurred', 'Report id');
  return /Report id: ([0-9a-f]{32})/.exec(text)?.[1] as string;
}

const kept = async () => JSON.parse(await readFile(join(userData, 'settings.json'), 'utf8'));
const isAsked = async () => (await app.text()).includes(QUESTION);

describe('one switch', () => {
  it('"Don’t Send" in the menu takes the question off the error page, and nothing is sent', async () => {
    await start({ sentryDsn: ingest.dsn });
    await fail();
    await app.shows(QUESTION);
    expect(await markedReports(app)).toEqual(['reports-ask']);
    const before = ingest.events().length;
    await choose(app, 'reports-off');
    await expect.poll(isAsked).toBe(false);
    await until('the kept choice', () => kept().catch(() => undefined));
    expect([await kept(), await markedReports(app)]).toEqual([{ reports: 'off' }, ['reports-off']]);
    await pause(LONG_ENOUGH);
    expect(ingest.events().length).toBe(before);
  });

  it('"Send Automatically" in the menu sends what waited, and the error page asks no more', async () => {
    await start({ sentryDsn: ingest.dsn });
    const id = await fail();
    await app.shows(QUESTION);
    await choose(app, 'reports-on');
    await ingest.event(id);
    await expect.poll(isAsked).toBe(false);
    await expect.poll(async () => (await kept()).reports).toBe('on');
  });

  it('an answer on the error page is marked in the menu', async () => {
    await start({ sentryDsn: ingest.dsn });
    await fail();
    await app.shows(QUESTION);
    await app.page(
      `[...document.querySelectorAll('button')].find((b) => b.textContent === 'Send nothing').click()`,
    );
    await expect.poll(() => markedReports(app)).toEqual(['reports-off']);
  });

  it('"Ask Before Sending" after a no asks again on the next failure', async () => {
    await start({ sentryDsn: ingest.dsn });
    await choose(app, 'reports-off');
    await choose(app, 'reports-ask');
    await fail();
    await app.shows(QUESTION);
    await expect.poll(async () => (await kept()).reports).toBe('ask');
  });

  it('a choice that cannot be kept is told, and holds', async () => {
    await start({ sentryDsn: ingest.dsn });
    await answerDialogs(app, 'OK');
    await mkdir(join(userData, 'settings.json'));
    await choose(app, 'reports-on');
    const [box] = await until('the box', async () =>
      (await asked(app)).length > 0 ? await asked(app) : undefined,
    );
    expect(box?.message).toBe('Your choice couldn’t be saved. It applies until you quit the app.');
    expect(box?.detail).toContain('settings.json');
    expect(await markedReports(app)).toEqual(['reports-on']);
  });

  it('"off" at the start makes no reports; a yes is kept and takes effect after a restart, which is offered', async () => {
    await writeFile(join(userData, 'settings.json'), JSON.stringify({ reports: 'off' }));
    await start({ sentryDsn: ingest.dsn });
    expect(await markedReports(app)).toEqual(['reports-off']);
    await answerDialogs(app, 'Later');
    await choose(app, 'reports-on');
    await until('the box', async () => (await asked(app)).length > 0);
    expect((await asked(app))[0]?.message).toBe('Restart Holdfast to apply this change.');
    expect(await kept()).toEqual({ reports: 'on' });
    expect(await app.stop()).toBe(0);
    await start({ sentryDsn: ingest.dsn });
    expect(await markedReports(app)).toEqual(['reports-on']);
    await ingest.event(await fail());
  });

  it('the restart that is offered makes reports at once', async () => {
    await writeFile(join(userData, 'settings.json'), JSON.stringify({ reports: 'off' }));
    app = await watch({ app: built.folder, userData, settings: { sentryDsn: ingest.dsn }, restarts: true });
    await app.shows('The start page');
    await answerDialogs(app, 'Restart Now');
    await choose(app, 'reports-ask');
    const again = await app.again();
    await again.shows('The start page');
    expect(await markedReports(again)).toEqual(['reports-ask']);
    await again.page(`void document.getElementById('handler').click()`);
    await again.shows('Report id', QUESTION);
  });

  it('without an address there is nothing to choose, and the menu says so', async () => {
    await start({});
    expect((await seeItem(app, 'reports-on')).enabled).toBe(false);
    const labels = await app.main<string[]>(
      `electron.Menu.getApplicationMenu().getMenuItemById('reports-on').menu.items.map(({ label }) => label)`,
    );
    expect(labels[0]).toBe('This app doesn’t send error reports');
  });
});

describe('Erase Saved Reports', () => {
  const outbox = async () => await readdir(join(userData, 'outbox'));

  it('asks with number and size, and leaves all where it is after Cancel', async () => {
    await start({ sentryDsn: ingest.dsn });
    await fail();
    const before = (await waitingIn(userData)).sort();
    await answerDialogs(app, 'Cancel');
    await choose(app, 'reports-erase');
    await until('the box', async () => (await asked(app)).length > 0);
    const [box] = await asked(app);
    expect(box?.message).toMatch(new RegExp(`^Erase ${before.length} saved reports? \\([\\d.]+ kB\\)\\?$`));
    expect(box).toMatchObject({ defaultId: 1, cancelId: 1, buttons: ['Erase', 'Cancel'] });
    expect((await waitingIn(userData)).sort()).toEqual(before);
  });

  it('empties the outbox on disk, and what fails later is kept again', async () => {
    await start({ sentryDsn: ingest.dsn });
    await fail();
    expect((await waitingIn(userData)).length).toBeGreaterThan(0);
    await answerDialogs(app, 'Erase');
    await choose(app, 'reports-erase');
    await expect.poll(() => waitingIn(userData)).toEqual([]);
    for (const name of await outbox())
      expect((await stat(join(userData, 'outbox', name))).isDirectory()).toBe(true);
    // Nothing of it is sent when the person says yes after all.
    const before = ingest.events().length;
    await choose(app, 'reports-on');
    await pause(LONG_ENOUGH);
    expect(ingest.events().length).toBe(before);
    await app.page(`location.assign('/')`);
    await app.shows('The start page');
    await ingest.event(await fail());
  });

  it('takes memory dumps of crashes with it, and all that is kept for reports', async () => {
    await start({ sentryDsn: ingest.dsn });
    await fail();
    const dumps = await app.main<string>(`electron.app.getPath('crashDumps')`);
    // One that is being written: the SDK looks for those that are whole.
    const folder = join(dumps, 'new');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'one.dmp'), 'MDMP');
    await writeFile(join(folder, 'one.meta'), '');
    await answerDialogs(app, 'Erase');
    const waiting = (await waitingIn(userData)).length;
    await choose(app, 'reports-erase');
    await expect.poll(() => waitingIn(userData)).toEqual([]);
    expect((await asked(app))[0]?.message).toContain(`Erase ${waiting + 1} saved reports`);
    expect(await readdir(folder)).toEqual([]);
    await app.page(`console.log('after it was erased')`);
    const record = join(userData, 'telemetry', 'last-run.json');
    const text = await until('a new record', () => readFile(record, 'utf8').catch(() => undefined));
    expect(text).not.toContain('thrown in a handler');
  });

  it('says so when there is nothing, and erases nothing', async () => {
    await start({});
    await answerDialogs(app, 'OK');
    await choose(app, 'reports-erase');
    await until('the box', async () => (await asked(app)).length > 0);
    expect((await asked(app))[0]).toMatchObject({
      message: 'No reports are saved on this computer.',
      buttons: ['OK'],
    });
  });
});

describe('What Reports Contain', () => {
  it('is told in plain words, and what it says a report does not hold is in none', async () => {
    await start({ sentryDsn: ingest.dsn });
    await app.page(`(() => {
      const field = Object.assign(document.createElement('input'), { type: 'text', id: 'typed' });
      document.body.append(field);
      field.focus();
    })()`);
    for (const keyCode of 'geheim') {
      for (const type of ['keyDown', 'char', 'keyUp']) {
        await app.main(
          `electron.BrowserWindow.getAllWindows()[0].webContents.sendInputEvent(${JSON.stringify({ type, keyCode })})`,
        );
      }
    }
    await expect.poll(() => app.page(`document.getElementById('typed').value`)).toBe('geheim');
    await fail();
    await answerDialogs(app, 'OK');
    await choose(app, 'report-contents');
    await until('the box', async () => (await asked(app)).length > 0);
    const [box] = await asked(app);
    expect(box?.message).toBe('What error reports contain');
    expect(box?.detail).toMatch(
      /does not hold your name, the name of this computer, your files or what you type/,
    );
    const files = await waitingIn(userData);
    const texts = await Promise.all(files.map((name) => readFile(join(userData, 'outbox', name), 'utf8')));
    const all = texts.join('\n');
    expect(all).toContain('thrown in a handler');
    expect(all).not.toContain('geheim');
    expect(all).not.toContain(hostname());
    expect(all).not.toContain(`${homedir()}/`);
    expect(all).not.toContain(`"username":"${userInfo().username}"`);
  });
});
