/**
 * Spelling is checked with dictionaries from the setting's folder and no other server. manners.test.ts shows an app
 * without the setting.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { testFolder } from '../../electron/testFolder.ts';
import { CONTENTS, clickAt } from '../../support/input.ts';
import { hostsIn, netLog } from '../../support/netLog.ts';
import { startOrigin } from '../../support/origin.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { foreignPage } from '../../support/webBuild.ts';

/** A dictionary of one word, in Chromium's format: header, empty tables of affixes, and a tree with one leaf. */
function dictionary(word: string): Buffer {
  const AFFIXES = 32;
  const TABLES = AFFIXES + 16;
  const tables = Buffer.from('\0\0\0\0SET UTF-8\n\0');
  const [first = '', ...others] = word;
  const tree = Buffer.from(`\xe1${first}\0\x40\0${others.join('')}\0`, 'latin1');
  const affixes = Buffer.alloc(16);
  for (const [at, offset] of [0, 2, 2, 4].entries()) affixes.writeUInt32LE(TABLES + offset, at * 4);
  const header = Buffer.alloc(16);
  header.write('BDic');
  header.writeUInt16LE(2, 4);
  header.writeUInt32LE(AFFIXES, 8);
  header.writeUInt32LE(TABLES + tables.length, 12);
  const content = Buffer.concat([affixes, tables, tree]);
  return Buffer.concat([header, createHash('md5').update(content).digest(), content]);
}

it.runIf(process.platform === 'linux')('takes dictionaries only from the setting’s folder', async () => {
  const origin = await startOrigin((_, response) => response.end(dictionary('holdfast')));
  const log = join(testFolder(), 'net-log.json');
  const app = await watch({
    alter: foreignPage(
      '<textarea id="field" lang="en-US">holdfasst</textarea>',
      'holdfast.ready(); field.focus();',
    ),
    settings: { language: 'en-US', spelling: { dictionaries: `${origin.url}/words/` } },
    args: [netLog(log)],
  });
  await until('the page', () => app.page(`document.activeElement?.id === 'field'`));
  await until('the dictionary', () => origin.requests[0]);
  await app.main(`(() => {
    const { popup } = electron.Menu.prototype;
    electron.Menu.prototype.popup = function (options) { globalThis.menu = this; };
  })()`);
  const labels = await until('a suggestion', async () => {
    // Chromium checks text when it is written, or when the field is entered.
    await app.page(`(() => { field.blur(); field.focus(); field.setSelectionRange(9, 9); })()`);
    await app.main(`${CONTENTS}.sendInputEvent({ type: 'char', keyCode: ' ' })`);
    await clickAt(app, { x: 30, y: 18 }, { button: 'right' });
    const seen = await app.main<string[]>('globalThis.menu?.items.map(({ label }) => label) ?? []');
    return seen[0] === 'holdfast' ? seen : undefined;
  });
  expect(labels.slice(0, 2)).toEqual(['holdfast', en.menu.learn]);
  await app.main('void menu.items[0].click()');
  await until('the word', () => app.page(`/holdfast\\b/.test(field.value)`));
  expect(await app.stop()).toBe(0);
  await origin.close();
  expect(origin.requests.map(({ url }) => url)).toEqual(['/words/en-us-10-1.bdic']);
  expect(await hostsIn(log)).toEqual(['127.0.0.1']);
});
