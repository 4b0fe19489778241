/** A hundred values as in real apps: half must not leave the machine, half an engineer needs in a report. */
import { inflateSync } from 'node:zlib';
import type { Envelope } from '@sentry/core';
import { describe, expect, it } from 'vitest';
import { createRedaction } from '../../../../electron/telemetry/redaction/redaction.ts';
import { inTurns } from '../../../../electron/telemetry/workInTurns/turns.ts';

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
const HEX = '4bf92f3577b34da6a3ce929d0e0e4736';
const CHUNK = '3f2a9c81d0b7e645';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

describe('gone', () => {
  it.each<[secret: string, item: object]>([
    // names that reveal the value
    ['4711', { extra: { pin: 4711, cvv: 4711, otp: '4711', pass: '4711', key: '4711', sid: '4711' } }],
    ['hunter2', extra('form', [{ name: 'password', value: 'hunter2' }])],
    ['hunter2', extra('headers', { key: 'X-Api-Key', value: ['hunter2'] })],
    ['Max', message('the password is "Max M"')],
    ['hunter2', message('<user><password>hunter2')],
    ['swordfish', extra('auth', { user: 'x', word: 'swordfish' })],
    [UUID, extra('connect.sid', UUID)],
    ['4711', extra('pin_code', '4711')],
    ['abc', { tags: { session_id: 'abc' }, contexts: { login: { 'X-Auth': 'abc' } } }],
    ['swordfish', { attributes: { password: { value: 'swordfish', type: 'string' } } }],
    [HEX, { breadcrumbs: [{ category: 'console', message: HEX }] }],
    // mentioned in texts
    ['hunter2', message('wrong pin hunter2, the password is hunter2.')],
    ['swordfish', message('?sid=swordfish')],
    ['hunter2', message('spawn db --verbose --password hunter2 --port 1')],
    ['hunter2', message('args ["--password","hunter2"]')],
    ['hunter2', extra('argv', ['db', '--password', 'hunter2'])],
    ['hunter2', extra('argv', ['db', '--db-pass=hunter2'])],
    [JWT, message(`no ${JWT}`)],
    // addresses
    ['8f3kd9', message('app://shell/#/reset/8f3kd9 https://a.com/reset-password/8f3kd9?x=1 /invite/8f3kd9')],
    ['3kTMd9xZ', trail({ from: '/join/3kTMd9xZ', to: '/share/3kTMd9xZ?x=1', href: '/login/magic/3kTMd9xZ' })],
    // numbers of persons, by their field
    ['4567', { extra: { phoneNumber: '+49 170 1234567', phone: { type: 'a', number: '0170 1234567' } } }],
    ['86095742719', extra('steuerId', 86095742719)],
    ['4222222222222', extra('number', '4222222222222')],
    [NANOID, trail({ from: `https://api.example.com/v1/orders/${NANOID}`, to: `/orders/${NANOID}` })],
    [UUID, url(`https://example.com/share/${UUID}`)],
    // cards
    ['1111', { message: 'no42 4111 1111 1111 1111 refused', extra: { cardId: '4111 1111 1111 1111' } }],
    ['411111111', extra('number', 4111111111111111)],
    ['3704', message('no42 DE89 3704 0044 0532 0130 00 X')],
    // people
    ['jane@', user('jane@example.com')],
    ['jane@', extra('customerId', 'jane@example.com')],
    ['jane@', frame({ abs_path: '/srv/Drive-jane@example.com/app/main.js' })],
    ['/home/jane', frame({ filename: '/home/jane/app/main.js' })],
  ])('%s of %j', (secret, item) => {
    expect(redacted(item)).not.toContain(secret);
  });

  it.each<[secret: string, node: object]>([
    ['geheim', element('input', { type: 'hidden', value: 'geheim' })],
    ['geheim', element('div', { style: 'background: url("https://example.com/a.png?u=geheim")' })],
    ['geheim', element('div', { style: `background: url( "data:image/svg+xml,<b>(a) geheim</b>" )` })],
    ['geheim', element('div', { style: 'background: url(data:image/svg+xml,<b>geheim</b>)' })],
    ...'data-customer content label summary abbr alt longdesc aria-description aria-valuetext my-text value'
      .split(' ')
      .map((name): [string, object] => ['geheim', element('button', { [name]: 'geheim' })]),
    ['geheim', { payload: { data: { node: { attributes: { testId: 'geheim', alt: 'geheim' } } } } }],
    ['geheim', { attributes: [{ id: 1, attributes: { value: 'geheim', 'data-x': 'geheim' } }] }],
    ['geheim', { attributes: [{ id: 1, attributes: { style: { background: 'url(/a?u=geheim)' } } }] }],
  ])('%s of a recorded %j', async (secret, node) => {
    expect(await recorded(node)).not.toContain(secret);
  });

  it('but how a recorded element looks', async () => {
    const looks = {
      ...{ class: 'card', id: 'a', type: 'checkbox', role: 'button', colspan: '2', 'aria-hidden': 'true' },
      ...{ viewBox: '0 0 1 1', d: 'M0 0h1', 'fill-rule': 'evenodd', transform: 'scale(2)', x1: '3' },
      ...{ style: 'color: red', rr_width: '2px', _cssText: '.a { color: red }', gradientUnits: 'a' },
    };
    const [, events = ''] = (await recorded(element('div', looks))).split('\n');
    expect(JSON.parse(events)).toEqual([{ type: 2, data: { node: [element('div', looks)] } }]);
  });
});

describe('stays', () => {
  it.each<[value: string | number, item: object]>([
    // users, as the app has set them
    ['auth0|507f1f77bcf86cd799439011', user('auth0|507f1f77bcf86cd799439011')],
    [ULID, user(ULID)],
    ['~16', user('jane@example.com')],
    ['~16', { user: { email: 'jane@example.com' } }],
    ['pro', { user: { id: 1, plan: 'pro' } }],
    // ids and tags
    [UUID, tag('order', UUID)],
    [HEX, { fingerprint: [HEX] }],
    [ULID, tag('order_id', ULID)],
    [NANOID, extra('orderId', NANOID)],
    [ULID, extra('uuid', ULID)],
    ['cus_NffrFeUfNV2Hib', extra('customerId', 'cus_NffrFeUfNV2Hib')],
    ['4bf92f3577b34da6', { contexts: { trace: { span_id: '4bf92f3577b34da6' } } }],
    [UUID, { debug_meta: { images: [{ type: 'sourcemap', debug_id: UUID }] } }],
    [`"message":"${HEX}"`, { breadcrumbs: [{ category: 'sentry.event', event_id: HEX, message: HEX }] }],
    [`${HEX}-4bf92f3577b34da6-1`, extra('sentry.previous_trace', `${HEX}-4bf92f3577b34da6-1`)],
    ['4bf92f3577b34da6', trail({ __span: '4bf92f3577b34da6' })],
    ['de-AT', tag('locale', 'de-AT')],
    ['checkout-v2', tag('feature', 'checkout-v2')],
    // names that contain a secret's word, and harmless values
    [12, message('prompt_tokens: 12')],
    ['"ai.input_tokens":12,"prompt_tokens":12', { extra: { 'ai.input_tokens': 12, prompt_tokens: 12 } }],
    [
      '"keyboard":"de","passenger":"adult","pinned":"free","monkey":"capuchin"',
      { extra: { keyboard: 'de', passenger: 'adult', pinned: 'free', monkey: 'capuchin' } },
    ],
    [13, extra('keyCode', 13)],
    ['password is too short', message('the password is too short')],
    ['Duplicate key: orders', message('Duplicate key: orders')],
    // addresses
    ['https://api.example.com/v1/orders/***', url(`https://api.example.com/v1/orders/${NANOID}`)],
    ['https://api.example.com/v1/***/items', url(`https://api.example.com/v1/${NANOID}/items`)],
    ['https://example.com/reset-password', url('https://example.com/reset-password')],
    ['https://example.com/verify/email', url('https://example.com/verify/email')],
    ['"from":"/orders/12345","to":"/orders/***"', trail({ from: '/orders/12345', to: `/orders/${NANOID}` })],
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
    // numbers that belong to nobody
    ['RE20 2024 1234', message('order RE20 2024 1234')],
    ['AB12CDEF3456', message('item AB12CDEF3456')],
    [4222222222222, { contexts: { device: { free_storage: 4222222222222 } } }],
    ['2026-11-20T10:15', message('phone updated at 2026-11-20T10:15:00Z')],
    ['tokens: []', message('tokens: []')],
    ['iPhone 17_0_12345 Mobile/15E148 Safari/604.1', message('iPhone 17_0_12345 Mobile/15E148 Safari/604.1')],
    ['12345', extra('phonebookRows', 12345)],
    ['/usr/share/fonts2/a.ttf', message('open /usr/share/fonts2/a.ttf')],
    ['/share/dialog', url('https://example.com/share/dialog')],
    ['AB12 TEST DATA READ', message('AB12 TEST DATA READ')],
    ['Promise<Token> was rejected', message('Promise<Token> was rejected')],
    ['vector<Token>::at(int)', frame({ function: 'std::vector<Token>::at(int)' })],
    ['portable 2024.11.0', message('Starting portable 2024.11.0')],
    ['key: [object Object]', message('Duplicate key: [object Object]')],
    // numbers
    [1763632800000, extra('at', 1763632800000)],
    // Fractions whose digits would pass as a card's.
    [1763632800.651593, { timestamp: 1763632800.651593 }],
    [0.8474337369372327, extra('share', 0.8474337369372327)],
    ['2026 1120 1015 0001', message('2026 1120 1015 0001')],
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
  const kept = { cacheKey: 'orders', commit: '0123456789abcdef0123' };
  const said = extra('said', { ...kept, IBAN: 'DE89', key: 'x', note: 'iban=DE89' });
  expect(inTurns(redactEnvelope([{}, [[{ type: 'event' }, said]]] as unknown as Envelope))).toEqual([
    {},
    [[{ type: 'event' }, extra('said', { ...kept, IBAN: '***', key: '***', note: 'iban=***' })]],
  ]);
});

/** Texts that hold a named secret; "order" stands before it, and "after" behind. */
const WRAPPERS: Readonly<Record<string, (name: string, secret: string) => string>> = {
  'an object': (name, secret) => `order {"${name}":{"value":"${secret}"},"after":2}`,
  'a list': (name, secret) => `order {"${name}":["${secret}","${secret}"],"after":2}`,
  'an object within a list': (name, secret) => `order ${name}: [ { a: '${secret}' }, 'x' ], after: 2`,
  'JSON within JSON': (name, secret) =>
    `order ${JSON.stringify({ body: JSON.stringify({ [name]: [secret], after: 2 }) })}`,
  'double quotes': (name, secret) => `order ${name} == "${secret}" after`,
  'single quotes': (name, secret) => `order ${name}='${secret}' after`,
  'an arrow': (name, secret) => `order :${name} => "${secret}", after`,
  'a template': (name, secret) => `order ${name}: \`${secret}\` after`,
  XML: (name, secret) => `<order><${name} type="a">${secret}</${name}><after/></order>`,
  'nested XML': (name, secret) => `<order><${name}><value>${secret}</value></${name}><after/></order>`,
  'an HTML input': (name, secret) => `<order><input name="${name}" value="${secret}"> after`,
  "a list of a form's fields": (name, secret) =>
    `order [{"name":"${name}","value":"${secret}"},{"name":"after","value":"2"}]`,
  'a part of a form': (name, secret) =>
    `order; name="${name}"\r\n\r\n${secret}\r\n--b\r\nContent-Disposition: form-data; name="after"\r\n\r\n2`,
};
/** Texts around any secret, by what stands beside it. */
const PLAIN_WRAPPERS: Readonly<Record<string, (secret: string) => string>> = {
  'a selector': (secret) => `order > button[type="a"][aria-label="${secret}"][title="${secret}"] > after`,
  'a selector with an id': (secret) => `order#a[title="${secret}"] > after`,
  'a selector that is cut off': (secret) => `order > after[alt="${secret}`,
  'a quoted query': (secret) => `https://example.com/order?q="${secret}"&after=2`,
  'a header': (secret) => `order\r\nAuthorization: Custom ${secret}\r\nafter: 2`,
  'a cookie': (secret) => `order\r\nset-cookie: sid=${secret}; a=b\r\nafter: 2`,
  'a Windows path': (secret) => `order C:\\Users\\${secret}\\after.txt`,
  'a quoted Windows path': (secret) => `order "C:\\Users\\${secret}" after`,
};
const PLACES: Readonly<Record<string, (text: string) => Promise<string> | string>> = {
  'a message': (text) => redacted(message(text)),
  "a breadcrumb's data": (text) => redacted(trail({ arguments: [text] })),
  'a span': (text) =>
    redacted({ spans: [{ description: text, data: { 'ui.element': text } }] }, 'transaction'),
  'a log': (text) => redacted({ items: [{ body: text }] }, 'log'),
  'a replay': async (text) => {
    const events = [{ type: 5, data: { tag: 'breadcrumb', payload: { message: text } } }];
    const { data } = await redactRecording(Buffer.from(`{}\n${JSON.stringify(events)}`));
    return `${inflateSync(data)}`;
  },
};
/** Whether a text is without each longer word of the secret, but has the words around it. */
function expectOnlyAround(result: string, secret: string): void {
  for (const part of secret.match(/[\p{L}\d]{4,}/gu) ?? [secret]) expect(result).not.toContain(part);
  expect(result).toContain('order');
  expect(result).toContain('after');
}
const NAMES =
  'password Kennwort motDePasse mot_de_passe pw contraseña hasło şifre пароль パスワード 비밀번호 密码 apiKey tokens userPass';
const VALUES = ['hunter2', 'Max Mustermann', 'swordfish {4711} [0815]', 'Ариаманн 4711'];

describe.each(Object.entries(PLACES))('in %s nothing is left of', (_, place) => {
  it.each(Object.entries(WRAPPERS))('a named secret in %s', async (_wrapper, wrap) => {
    for (const name of NAMES.split(' '))
      for (const secret of VALUES) expectOnlyAround(await place(wrap(name, secret)), secret);
  });
  it.each(Object.entries(PLAIN_WRAPPERS))('a secret in %s', async (_wrapper, wrap) => {
    for (const secret of VALUES) expectOnlyAround(await place(wrap(secret)), secret);
  });
  it.each([
    ...['DE89 3704 0044 0532 0130 00', 'de89370400440532013000', 'AT61 1904 3002 3457 3201'],
    ...['FR14 2004 1010 0505 0001 3M02 606', 'NL91\u00a0ABNA\u00a00417\u00a01643\u00a000'],
    ...['4111.1111.1111.1111', '4111\u00a01111\u00a01111\u00a01111', '4222222222222', '378282246310005'],
  ])('the number %s', async (number) => {
    for (const wrap of [
      (text: string) => `order ${text} after`,
      (text: string) => `order "${text}", after`,
      (text: string) => `<order>${text}</order> after`,
      (text: string) => `order (${text}) AFTER after`,
    ])
      expectOnlyAround(await place(wrap(number)), number);
  });
  it.each([
    ['phone', '+49 170 1234567'],
    ['Telefonnummer', '0170/1234567'],
    ['téléphone', '06 12 34 56 78'],
    ['teléfono', '612 345 678'],
    ['telefono', '333-1234567'],
    ['телефон', '+7 (912) 345-67-89'],
    ['電話番号', '03-1234-5678'],
    ['手机', '13812345678'],
    ['전화', '010-1234-5678'],
    ['SSN', '078-05-1120'],
    ['Social security number', '078-05-1120'],
    ['Steuernummer', '181/815/08155'],
    ['Steuer-ID', '86095742719'],
    ['Personalausweis', 'L01X00T471'],
    ['codice fiscale', 'RSSMRA85T10A562S'],
    ['PESEL', '44051401359'],
    ['passport', 'C01X00T47'],
    ['CPF', '111.444.777-35'],
    ['verification code', '482915'],
    ['Your code is', '482 915'],
    ['Einmalcode', 'K7P4Q2'],
    ['TAN', '482915'],
    ['code de vérification', '482915'],
    ['código de verificación', '482915'],
    ['認証コード', '482915'],
    ['验证码', '482915'],
    ['رمز التحقق', '482915'],
    ['код подтверждения', '4829'],
  ])('the number beside %s', async (name, number) => {
    const texts = [`order ${name}: ${number} after`, `order ${name} ${number}, after`];
    const json = `order ${JSON.stringify({ [name]: number, after: 2 })}`;
    for (const text of [...texts, json]) expectOnlyAround(await place(text), number);
  });
});
