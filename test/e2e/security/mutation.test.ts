/** The matrix notices: each line of the built app that is weakened here makes one check fail, its own. */
import { expect, it } from 'vitest';
import { startMatrixApp } from './app.ts';
import { CHECKS, run } from './checks.ts';

/** The check, the line of the built main file that it guards, and what stands there in its place. */
const MUTATIONS: readonly (readonly [check: string, line: RegExp, weaker: string])[] = [
  ['5. permissions', /if\(\w+\(\w+\)!==`app`\)return!1;if\(\w+===`clipboard-sanitized-write`\)/, ''],
  ['7. a content security policy', /(`script-src \$\{[\w$]+\})\$\{/, "$1 'unsafe-inline'${"],
  ['13. navigation', /(\w+)\.on\(`will-frame-navigate`,(\w+)\),\1\.on\(`will-redirect`,\2\)/, '0'],
  ['17. every message', /if\(!\(\w+!==null&&\w+\.parent===null&&\w+\(\w+\.url\)\)\|\|/, 'if('],
  [
    '18. a scheme of its own',
    /supportFetchAPI:!0,codeCache:!0\}/,
    'supportFetchAPI:!0,codeCache:!0,corsEnabled:!0}',
  ],
  [
    'page data that says it is a script',
    /"content-type":(\w+)\?(\w+):\w+\},body/,
    '"content-type":$1?$2:`text/html; charset=utf-8`},body',
  ],
  ['page data follows no redirect', /if\((\w+)\?\.origin!==\w+\|\|/, 'if(!$1||'],
  ['what is saved can be read', /\w+&63&&!\(\w+&2\)&&\(0,\w+\.chmodSync\)\(\w+,448\)/, '0'],
  ['everything saved is forgotten', /(for\(let \w+ of ?\[\.\.\.this\.#\w+\.keys\(\)\])\)/, '$1.slice(1))'],
  ['no name is looked up', /\w+\.commandLine\.appendSwitch\(`blink-settings`,`[^`]+`\)/, '0'],
  [
    'a link to a file opens no Save dialog',
    /return \w+&&[\w.]+\(\w+\.replace\(\/\^blob:\/,``\)\)===`app`/,
    'return!0',
  ],
];

function weaken(built: string): string {
  return MUTATIONS.reduce((text, [check, line, weaker]) => {
    expect(text.match(new RegExp(line, 'g')), `${check}: the line is in the built app, once`).toHaveLength(1);
    return text.replace(line, weaker);
  }, built);
}

it('an app with weakened lines fails their checks, and no other', async () => {
  const app = await startMatrixApp(weaken);
  const failed: string[] = [];
  for (const name of Object.keys(CHECKS)) await run(app, name).catch(() => failed.push(name));
  await app.stop();
  const expected = Object.keys(CHECKS).filter((name) => MUTATIONS.some(([check]) => name.startsWith(check)));
  expect(expected).toHaveLength(MUTATIONS.length);
  expect(failed).toEqual(expected);
});
