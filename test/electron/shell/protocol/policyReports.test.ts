import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adviceAbout } from '../../../../electron/builtConfig/csp/refused.policy.ts';
import { REFUSED_PATH } from '../../../../electron/shared/channels.ts';
import { refusals, refusedLoads } from '../../../../electron/shell/protocol/policyReports.ts';

it.each([
  ['img-src', 'https://a.example.com/b?c=secret', '["img-src https://a.example.com"]'],
  ['style-src-elem', 'https://fonts.example.com/css', '["style-src https://fonts.example.com"]'],
  ['connect-src', 'wss://live.example.com/x', '["connect-src wss://live.example.com"]'],
  ['img-src', 'https://a.example.com/b?c=secret', 'refused https://a.example.com (img-src)'],
  ['connect-src', 'http://a.example.com/', 'by https only'],
  ['font-src', 'data', '["font-src data:"]'],
  ['font-src', 'data', 'refused data: (font-src)'],
  ['script-src', 'eval', 'refused eval or new Function'],
  ['frame-src', 'app', `["frame-src 'self'"]`],
  ['style-src-attr', 'inline', `["style-src 'unsafe-inline'"]`],
  ['script-src', 'wasm-eval', `["script-src 'wasm-unsafe-eval'"]`],
  ['script-src', 'eval', `-sDYNAMIC_EXECUTION=0`],
  ['script-src', 'eval', `["script-src 'unsafe-eval'"]`],
  ['script-src', 'eval', `["worker-src 'unsafe-eval'"]`],
  ['script-src-attr', 'inline', 'put it into a file of the build'],
  ['script-src-elem', 'https://cdn.example.com/a.js', 'put them there'],
  ['script-src-elem', 'app', 'not by document.write'],
  ['worker-src', 'app', 'from the build alone'],
  ['object-src', 'app', `["object-src 'self'"]`],
  ['base-uri', 'https://a.example.com/', 'No setting allows it'],
])('a refusal by %s of %s says: %s', (directive, uri, said) => {
  const { line } = adviceAbout(directive, uri);
  expect(line).toContain(said);
  expect(line).not.toContain('secret');
});

describe('a CSP report', () => {
  let said: string[];
  beforeEach(() => {
    said = [];
    vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)));
  });
  afterEach(() => vi.restoreAllMocks());

  const post = async (body: string, method = 'POST') => {
    const sent = Readable.from([Buffer.from(body)]);
    const request = { url: `app://shell${REFUSED_PATH}`, method, headers: {}, body: sent };
    return await refusals(request, REFUSED_PATH);
  };
  const report = (directive: string, uri: string) =>
    JSON.stringify({ 'csp-report': { 'effective-directive': directive, 'blocked-uri': uri } });

  it('is counted each time and logged once', async () => {
    for (let times = 0; times < 3; times++)
      expect((await post(report('media-src', 'https://m.example.com/a')))?.status).toBe(204);
    expect(refusedLoads().get('media-src')).toBe(3);
    expect(said).toHaveLength(1);
    await post(report('connect-src', 'app'));
    expect(said.at(-1)).toContain('//host/path needs its host here');
  });

  it('of any other shape is refused, and any number uses no memory', async () => {
    const odd = ['', '[]', '{', '{"csp-report":{}}', report('X-Y', 'a'), 'x'.repeat(300_000)];
    for (const body of odd) expect((await post(body))?.status).toBe(400);
    expect(await post(report('img-src', 'x'), 'GET')).toBeUndefined();
    for (let at = 0; at < 200; at++)
      await post(
        report(`made-${'ab'.repeat((at % 10) + 1)}-${'cd'.repeat(at % 3)}`, `https://h${at}/\n\u001b[2J`),
      );
    expect(refusedLoads().size).toBeLessThanOrEqual(30);
    expect(said.length).toBeLessThanOrEqual(50);
    expect(said.join('')).not.toMatch(/\p{Cc}/u);
  });
});
