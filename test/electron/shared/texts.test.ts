import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { detailsOf } from '../../../electron/shared/details.ts';
import { httpFault } from '../../../electron/shared/fault.ts';
import { textOf, titleOf } from '../../../electron/shared/faultText.ts';
import { chooseLanguage } from '../../../electron/shared/texts/languages.ts';
import { format, parse } from '../../../electron/shared/texts/message.ts';
import * as TEXTS from '../../../electron/shared/texts.ts';
import { flatten, hashesOf, problemsOf, staleIn, without } from '../../../electron/tool/texts/checkTexts.ts';
import { TEXTS_FOLDER, typesOf } from '../../../electron/tool/texts/textsPlugin.ts';
import { LANGUAGES } from '../../support/languages.ts';

const read = (file: string): TEXTS.TextTree => JSON.parse(readFileSync(join(TEXTS_FOLDER, file), 'utf8'));
const english = read('en.json');
const german = read('de.json');

afterEach(() => TEXTS.setTexts('en', {}));

describe('a message', () => {
  const shown = (message: string, values = {}, language = 'en') => format(parse(message), values, language);

  it.each([
    ["It isn't “{name}”.", { name: 'A {b}' }, 'en', "It isn't “A {b}”."],
    ["'{name}' '' it's #", {}, 'en', "{name} ' it's #"],
    ['{n, number} of {n}', { n: 1234.5 }, 'de', '1.234,5 of 1234.5'],
    ['{at, date}', { at: new Date(2026, 10, 23, 12).getTime() }, 'de', '23.11.2026'],
    ['{at, time}', { at: new Date(2026, 10, 23, 14, 5).getTime() }, 'de', '14:05:00'],
    ['{n, plural, =0 {none} one {# file} other {# files}}.', { n: 0 }, 'en', 'none.'],
    ['{n, plural, =0 {none} one {# file} other {# files}}.', { n: 1 }, 'en', '1 file.'],
    ['{n, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}', { n: 3 }, 'ru', '3 файла'],
    ['{n, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}', { n: 11 }, 'ru', '11 файлов'],
    ['{n,plural,one{{a}: #} other {{a}: #s}}', { n: 2000, a: 'x' }, 'en', 'x: 2,000s'],
    ['خطأ {path}', { path: '/a/b' }, 'ar', 'خطأ \u2068/a/b\u2069'],
  ])('%s', (message, values, language, text) => {
    expect(shown(message, values, language)).toBe(text);
  });

  it.each('{|}|{a|{a, x}|{a b}|{n, plural, one {#}}|{n, plural, other {#}|{n, plural, x {#}}'.split('|'))(
    '%s is refused',
    (message) => {
      expect(() => parse(message)).toThrow();
    },
  );
});

describe('the language', () => {
  it.each([
    [['zh-Hant-HK'], 'zh-TW', 'zh-Hant-HK'],
    [['zh-SG'], 'zh-CN', 'zh-SG'],
    [['pt'], 'pt-BR', 'pt'],
    [['de-AT'], 'de', 'de-AT'],
    [['de_AT.UTF-8@euro'], 'de', 'de-AT'],
    [['iw-IL'], 'he', 'iw-IL'],
    [['sv-SE', 'C', '', 'fr-CA'], 'fr', 'fr-CA'],
    [['en-GB', 'de'], 'en', 'en-GB'],
    [['sv'], 'en', 'en'],
    [[], 'en', 'en'],
  ])('for %j is %s', (wanted, texts, language) => {
    expect(chooseLanguage(wanted, LANGUAGES)).toEqual({ texts, language });
  });

  it("is the region's if there are several", () => {
    expect(chooseLanguage(['pt-PT'], ['pt-BR', 'pt-PT']).texts).toBe('pt-PT');
  });
});

describe('the texts', () => {
  it('are in the chosen language, with English for missing ones', () => {
    TEXTS.setTexts('de', { ...german, menu: { view: '&Ansicht' } });
    expect(TEXTS.errorPage.help.diagnostics).toBe('Diagnose');
    expect([TEXTS.menu.view, TEXTS.menu.help]).toEqual([
      '&Ansicht',
      (english.menu as Record<string, string>).help,
    ]);
    expect(TEXTS.privacy.eraseQuestion({ count: 2, size: '1 MB' })).toMatch(/^2 gespeicherte Berichte/);
  });

  it('leave reports and details in English, so that one defect is one issue', () => {
    const fault = { ...httpFault(404, '/x', 1), reportId: 'a'.repeat(32) };
    const both = () => [titleOf(fault), detailsOf(fault)];
    const inEnglish = both();
    TEXTS.setTexts('de', german);
    expect(textOf(fault).heading).toBe('Diese Seite wurde nicht gefunden.');
    expect(both()).toEqual(inEnglish);
  });

  it('reach the page without those that it does not use', () => {
    TEXTS.setTexts('de', german);
    expect(Object.keys(TEXTS.pageMessages())).toEqual(TEXTS.PAGE_SECTIONS);
  });
});

describe('a text file', () => {
  it.each(readdirSync(TEXTS_FOLDER).filter((file) => file.endsWith('.json')))(
    '%s has no mistakes',
    (file) => {
      expect(problemsOf(read(file), english)).toEqual([]);
    },
  );

  it('has its values, and no others', () => {
    expect(problemsOf({ menu: { abuot: 'x', about: '{nam}', later: '{a' } }, english)).toEqual([
      'there is no text "menu.abuot": is it "menu.about"?',
      '"menu.about" must take name, as in English: "&About {name}"',
      '"menu.later": "{a" has no end',
    ]);
  });

  it('in English matches values.ts: npm run check regenerates it', () => {
    expect(readFileSync(join(TEXTS_FOLDER, 'values.ts'), 'utf8')).toBe(typesOf(english));
  });

  it('falls back to English where the English has changed, until somebody has looked at it', () => {
    const sources = hashesOf({ menu: { one: 'One', two: 'Two' } });
    const stale = staleIn({ menu: { one: 'One', two: 'Two of them' } }, sources);
    expect(stale).toEqual(['menu.two']);
    expect(without({ menu: { one: 'Eins', two: 'Zwei' } }, stale)).toEqual({ menu: { one: 'Eins' } });
  });

  it('has no unused text', () => {
    const root = join(import.meta.dirname, '../../..');
    const sources = ['electron', 'renderer'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|tsx|html)$/.test(file) && !file.includes('texts'))
        .map((file) => readFileSync(join(root, folder, file), 'utf8')),
    );
    const words = new Set(sources.flatMap((source) => source.match(/\w+/g) ?? []));
    const isUsed = (key: string) => words.has(key);
    // Texts in a table are chosen by a status or code that is unknown here.
    const unused = [...flatten(english).keys()].filter((name) => {
      const [, ...keys] = name.split('.');
      return !(isUsed(keys.at(-1) ?? '') || (keys.length > 1 && isUsed(keys[0] ?? '')));
    });
    expect(unused).toEqual([]);
  });
});

it.each([
  ['en', '.'],
  ['ja', '。'],
  ['hi', '।'],
])("the heading beside a status ends as a sentence of '%s' does", (language, stop) => {
  TEXTS.setTexts(language, read(`${language}.json`));
  expect(textOf({ kind: 'http', code: 404, at: 0 }).heading.slice(-1)).toBe(stop);
});
