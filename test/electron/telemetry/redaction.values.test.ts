/** A hundred values as in real apps: half must not leave the machine, half an engineer needs in a report. */
import { inflateSync } from 'node:zlib';
import type { Envelope } from '@sentry/core';
import { describe, expect, it } from 'vitest';
import { inTurns } from '../../../electron/telemetry/common/turns.ts';
import { createRedaction } from '../../../electron/telemetry/redaction.ts';

const { redactEnvelope, redactRecording } = createRedaction({ pseudonym: (text) => `~${text.length}` });

const redacted = (item: object, type = 'event') =>
  JSON.stringify(
    ((inTurns(redactEnvelope([{}, [[{ type }, item]]] as Envelope)) as Envelope)[1] as unknown[][])[0]?.[1],
  );
async function recorded(...nodes: object[]): Promise<string> {
  const events = JSON.stringify([{ type: 2, data: { node: nodes } }]);
  const { data } = await redactRecording(Buffer.from(`{}\n${events}`));
  return `{}\n${inflateSync(data)}`;
}

const message = (text: string) => ({ message: text });
const extra = (key: string, value: unknown) => ({ extra: { [key]: value } });
const tag = (key: string, value: unknown) => ({ tags: { [key]: value } });
const user = (id: unknown) => ({ user: { id } });
const url = (text: string) => ({ request: { url: text } });
const trail = (data: object) => ({ breadcrumbs: [{ category: 'navigation', data }] });
const frame = (parts: object) => ({ exception: { values: [{ stacktrace: { frames: [parts] } }] } });
const element = (tagName: string, attributes: object) => ({ type: 2, tagName, attributes });

const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const UUID = '6f1c1e0a-0b5e-4c3e-9a3f-1e2d3c4b5a69';
const NANOID = 'V1StGXR8_Z5jdHi6B-myT';
const CHUNK = '3f2a9c81d0b7e645';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

describe('gone', () => {
  it.each<[secret: string, item: object]>([
    // names that reveal the value
    ['4711', extra('pin', 4711)],
    ['123456', extra('otp', '123456')],
    ['hunter2', extra('pass', 'hunter2')],
    ['hunter2', extra('userPass', 'hunter2')],
    ['hunter2', extra('db_pass', 'hunter2')],
    ['swordfish', extra('auth', 'swordfish')],
    ['swordfish', extra('auth', { user: 'x', word: 'swordfish' })],
    ['swordfish', extra('key', 'swordfish')],
    ['swordfish', extra('licenseKey', 'swordfish')],
    ['swordfish', extra('sid', 'swordfish')],
    [UUID, extra('connect.sid', UUID)],
    ['4711', extra('pin_code', '4711')],
    ['123', extra('cvv', 123)],
    ['abc', extra('refreshTokens', ['abc'])],
    ['abc', tag('session_id', 'abc')],
    ['abc', { contexts: { login: { 'X-Auth': 'abc' } } }],
    ['swordfish', { attributes: { password: { value: 'swordfish', type: 'string' } } }],
    // mentioned in texts
    ['hunter2', message('login with password hunter2 failed')],
    ['hunter2', message('the password is hunter2.')],
    ['4711', message('wrong pin 4711')],
    ['4711', message('pin: 4711')],
    ['hunter2', message('{"user":"jane","pass":"hunter2"}')],
    ['swordfish', message('auth=swordfish')],
    ['swordfish', message('?sid=swordfish')],
    ['hunter2', message('error: password: hunter2')],
    ['hunter2', message('spawn db --verbose --password hunter2 --port 1')],
    ['hunter2', message('args ["--password","hunter2"]')],
    ['hunter2', extra('argv', ['db', '--password', 'hunter2'])],
    ['hunter2', extra('argv', ['db', '--db-pass=hunter2'])],
    [JWT, message(`no ${JWT}`)],
    // addresses
    ['8f3kd9', url('app://shell/#/reset/8f3kd9')],
    ['8f3kd9', url('https://example.com/reset-password/8f3kd9?x=1')],
    ['QWERTY', trail({ from: '/invite/QWERTY', to: '/' })],
    [NANOID, url(`https://api.example.com/v1/orders/${NANOID}`)],
    [NANOID, trail({ from: '/', to: `/orders/${NANOID}` })],
    [UUID, url(`https://example.com/share/${UUID}`)],
    ['hunter2', url('https://jane:hunter2@example.com/a')],
    ['jane', url('https://example.com/a?user=jane')],
    // cards
    ['1111', message('card 4111 1111 1111 1111 refused')],
    ['1111', message('It refused card 4111-1111-1111-1111.')],
    ['8224', message('card 3782 822463 10005')],
    ['411111111', extra('number', 4111111111111111)],
    ['1111', extra('cardId', '4111 1111 1111 1111')],
    // people
    ['jane@', user('jane@example.com')],
    ['jane@', { user: { email: 'jane@example.com' } }],
    ['jane@', extra('customerId', 'jane@example.com')],
    ['jane@', frame({ abs_path: '/srv/Drive-jane@example.com/app/main.js' })],
    ['/home/jane', frame({ filename: '/home/jane/app/main.js' })],
  ])('%s of %j', (secret, item) => {
    expect(redacted(item)).not.toContain(secret);
  });

  it.each<[secret: string, node: object]>([
    ['geheim', element('div', { 'data-customer': 'geheim' })],
    ['geheim', element('input', { type: 'hidden', value: 'geheim' })],
    ['geheim', element('button', { value: 'geheim' })],
    ['geheim', element('div', { style: 'background: url("https://example.com/a.png?u=geheim")' })],
    ['geheim', element('meta', { name: 'csrf', content: 'geheim' })],
    ['geheim', { attributes: [{ id: 1, attributes: { value: 'geheim', 'data-x': 'geheim' } }] }],
    ['geheim', { attributes: [{ id: 1, attributes: { style: { background: 'url(/a?u=geheim)' } } }] }],
  ])('%s of a recorded %j', async (secret, node) => {
    expect(await recorded(node)).not.toContain(secret);
  });
});

describe('stays', () => {
  it.each<[value: string | number, item: object]>([
    // users, as the app has set them
    ['auth0|507f1f77bcf86cd799439011', user('auth0|507f1f77bcf86cd799439011')],
    ['Zq3mUvZ5RzXk1bB8CwYtF0a2Hn73', user('Zq3mUvZ5RzXk1bB8CwYtF0a2Hn73')],
    [ULID, user(ULID)],
    [UUID, user(UUID)],
    [4711, user(4711)],
    ['~16', user('jane@example.com')],
    ['~16', { user: { email: 'jane@example.com' } }],
    ['pro', { user: { id: 1, plan: 'pro' } }],
    // ids and tags
    [UUID, tag('order', UUID)],
    [ULID, tag('order_id', ULID)],
    [NANOID, extra('orderId', NANOID)],
    [ULID, extra('uuid', ULID)],
    ['cus_NffrFeUfNV2Hib', extra('customerId', 'cus_NffrFeUfNV2Hib')],
    ['4bf92f3577b34da6', { contexts: { trace: { span_id: '4bf92f3577b34da6' } } }],
    [UUID, { debug_meta: { images: [{ type: 'sourcemap', debug_id: UUID }] } }],
    ['de-AT', tag('locale', 'de-AT')],
    ['checkout-v2', tag('feature', 'checkout-v2')],
    // names that contain a secret's word, and harmless values
    [12, extra('prompt_tokens', 12)],
    [12, extra('gen_ai.usage.input_tokens', 12)],
    [12, message('prompt_tokens: 12')],
    ['de', extra('keyboard', 'de')],
    ['Jane Austen', extra('author', 'Jane Austen')],
    ['adult', extra('passenger', 'adult')],
    [13, extra('keyCode', 13)],
    ['free', extra('pinned', 'free')],
    ['capuchin', extra('monkey', 'capuchin')],
    ['compass', extra('tool', 'compass')],
    ['password is too short', message('the password is too short')],
    ['Unexpected token <', message('Unexpected token < in JSON at position 0')],
    ['Duplicate key: orders', message('Duplicate key: orders')],
    // addresses
    ['https://api.example.com/v1/orders/***', url(`https://api.example.com/v1/orders/${NANOID}`)],
    ['https://api.example.com/v1/***/items', url(`https://api.example.com/v1/${NANOID}/items`)],
    ['https://example.com/reset-password', url('https://example.com/reset-password')],
    ['https://example.com/verify/email', url('https://example.com/verify/email')],
    ['"/orders/12345"', trail({ from: '/orders/12345', to: '/' })],
    ['"/orders/***"', trail({ from: '/', to: `/orders/${NANOID}` })],
    ['"/reset/[token]"', { transaction: '/reset/[token]' }],
    ['"/home/settings"', { transaction: '/home/settings' }],
    ['"~/a.txt"', extra('file', '/home/jane/a.txt')],
    ['/v1/customers/search', message('GET https://api.example.com/v1/customers/search 500')],
    // code
    ['validateShippingAddressV2', message('validateShippingAddressV2 is not a function')],
    ['getOAuth2AccessTokenForUser', frame({ function: 'getOAuth2AccessTokenForUser' })],
    [`chunks/${CHUNK}.js`, frame({ filename: `app://shell/_next/static/chunks/${CHUNK}.js` })],
    [`chunks/${CHUNK}.js:1:9`, message(`at f (app://shell/chunks/${CHUNK}.js:1:9)`)],
    [`page-${CHUNK}f1.js`, message(`Loading chunk app/page-${CHUNK}f1.js failed`)],
    ['index-BxYz12QaBxYz12Qa_9.mjs', message('at app://shell/assets/index-BxYz12QaBxYz12Qa_9.mjs:1:2')],
    ['Kq9ZrT3LmN8vB2xW5cJ7', frame({ module: 'Kq9ZrT3LmN8vB2xW5cJ7' })],
    ...[
      'node_modules/@acme/cart/index.js',
      'C:\\\\app\\\\node_modules\\\\@acme\\\\cart\\\\index.js',
      '/opt/app/node_modules/.pnpm/zod@4.1.0/node_modules/zod/index.cjs',
      '.pnpm/@acme+cart@1.0.0-beta.rc_react@18.2.0/node_modules/@acme/cart/main.js',
      'https://esm.sh/react@18.2.0/es2022/react.mjs',
      'app:///assets/@vendor-abc.js',
      'app:///assets/lib@vendor-abc.js',
      '@acme/cart.client',
    ].flatMap((name): [string, object][] => [
      ...['filename', 'abs_path', 'module', 'function', 'package'].map((key): [string, object] => [
        name,
        frame({ [key]: name.replaceAll('\\\\', '\\') }),
      ]),
      [name, { debug_meta: { images: [{ type: 'sourcemap', code_file: name.replaceAll('\\\\', '\\') }] } }],
    ]),
    ['lib@vendor-abc.js', message('Loading chunk assets/lib@vendor-abc.js failed')],
    ['react@18.2.0', message('Duplicate react@18.2.0-rc.next in the build')],
    ["reading 'map'", message("Cannot read properties of undefined (reading 'map')")],
    // numbers
    [1763632800000, extra('at', 1763632800000)],
    // Fractions whose digits would pass as a card's.
    [1763632800.651593, { timestamp: 1763632800.651593 }],
    [0.8474337369372327, extra('share', 0.8474337369372327)],
    ['1763632800000', message('at 1763632800000')],
    ['2026 1120 1015 0001', message('2026 1120 1015 0001')],
    ['ERR_CONNECTION_REFUSED (-102)', message('ERR_CONNECTION_REFUSED (-102)')],
  ])('%s of %j', (value, item) => {
    expect(redacted(item)).toContain(String(value));
  });
});

it('keeps ids that contain the digits of a card by chance', () => {
  const card = '4111111111111111';
  // Each place that the digits can take in 32 characters; the first is an id that a report once lost.
  const ids = [
    '78bc404584b44df1b505893692561218',
    ...Array.from({ length: 17 }, (_, at) => 'a'.repeat(at) + card + 'b'.repeat(16 - at)),
  ];
  for (const id of ids) {
    const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const item = {
      event_id: id,
      contexts: { trace: { trace_id: id, span_id: card }, replay: { replay_id: id } },
      spans: [{ trace_id: id, parent_span_id: card, links: [{ span_id: card }] }],
      debug_meta: { images: [{ debug_id: uuid, code_file: `/assets/index-${id}.js` }] },
      sid: id,
    };
    expect(JSON.parse(redacted(item))).toEqual(item);
  }
  expect(redacted(extra('orderId', card))).not.toContain('1111');
  expect(redacted(frame({ filename: `/scans/${card}.pdf` }))).not.toContain('1111');
});

it('keeps keys from the configuration, and adds others', () => {
  const { redactEnvelope } = createRedaction({ redact: { keep: ['cacheKey', 'commit'], add: ['iban'] } });
  const said = {
    cacheKey: 'orders',
    commit: '0123456789abcdef0123',
    IBAN: 'DE89',
    key: 'x',
    note: 'iban=DE89',
  };
  const envelope: unknown = [{}, [[{ type: 'event' }, { extra: said }]]];
  expect(inTurns(redactEnvelope(envelope as Envelope))).toEqual([
    {},
    [[{ type: 'event' }, { extra: { ...said, IBAN: '***', key: '***', note: 'iban=***' } }]],
  ]);
});
