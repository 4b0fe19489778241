import { expect, it } from 'vitest';
import { type Fault, faultOf, httpFault, scriptFault } from '../../../electron/shared/fault.ts';
import { explanation, iconOf, textOf, titleOf, wordsOf } from '../../../electron/shared/faultText.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import ja from '../../../electron/shared/texts/ja.json' with { type: 'json' };
import * as TEXTS from '../../../electron/shared/texts.ts';

it('a full disk is told in whole sentences of the language', () => {
  TEXTS.setTexts('ja', ja);
  const words = explanation({ ...scriptFault('x', '/', 1), diskFull: true });
  TEXTS.setTexts('en', {});
  expect(words).toContain(`${ja.fault.main.ENOSPC.title}。`);
});

it.each([
  ['http', 401, 'key'],
  ['http', 408, 'clock'],
  ['http', 404, 'file'],
  ['data', 500, 'cloud'],
  ['main', 'ENOSPC', 'disk'],
  ['main', 'ETIMEDOUT', 'plug'],
  ['boot', 'unresponsive', 'clock'],
] as const)('%s %s has the picture of a %s', (kind, code, icon) => expect(iconOf({ kind, code })).toBe(icon));

it.each<[Pick<Fault, 'kind' | 'code' | 'subject'>, string]>([
  [{ kind: 'script' }, 'Application error: a client-side exception has occurred'],
  [{ kind: 'data' }, 'Failed to load static props'],
  [{ kind: 'http', code: 400 }, en.fault.statusTitles[400]],
  [{ kind: 'http', code: 403 }, 'An unexpected error has occurred'],
  [{ kind: 'http', code: 302 }, en.fault.elsewhereTitle],
  [{ kind: 'load', code: 'ERR_FAILED', subject: 'part' }, en.fault.part.title],
  [{ kind: 'crash', code: 'crashed', subject: 'graphics' }, en.fault.gpuTitle],
  [{ kind: 'crash', code: 'crashed', subject: 'network' }, en.fault.networkTitle],
  [{ kind: 'main', subject: 'setting' }, en.fault.setting.title],
])('%o is named %s', (fault, title) => expect(titleOf(fault)).toBe(title));

it('says what is known: of a status, of a setting, of a page elsewhere, of the clock', () => {
  const { serverErrorWords, clockWrong } = en.fault;
  const words = (kind: 'http' | 'data', code: number) => wordsOf({ kind, code }).words;
  expect([words('http', 404), words('data', 500)]).toEqual([en.fault.statusWords[404], serverErrorWords]);
  expect([words('http', 520), words('http', 451)]).toEqual([serverErrorWords, en.fault.otherStatusWords]);
  expect(explanation({ ...faultOf('main', 'x', '/', 1, 'the key'), subject: 'setting' })).toBe('the key');
  expect(explanation({ ...httpFault(302, '/', 1), link: 'https://x.example' })).toBe(en.pages.elsewhereWords);
  expect(textOf({ kind: 'load', code: 'ERR_CERT_DATE_INVALID', at: 1 }).heading).toBe(clockWrong.title);
  expect(textOf(httpFault(404, '/', 1), 'https://x.example/').documentTitle).toMatch(/x\.example/);
});
