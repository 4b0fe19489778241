import { expect, it, vi } from 'vitest';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());
const { limited, setConsent } = await import('../../../../electron/telemetry/limited.ts');

const SDK = { dsn: 'https://key@127.0.0.1/1', release: 'shop@1.2.3' };
const ON = { consent: 'on' as const };

it.each<[problem: RegExp, sdk: object, options: object]>([
  [/"consent": .*Expected \("on" | "ask" | "off"\) but received "yes"/, SDK, { consent: 'yes' }],
  [/"consent"/, SDK, {}],
  [/"reportsPerHour": .*integer/, SDK, { ...ON, reportsPerHour: 0.5 }],
  [/"reportsPerDay": .*>=10 but received 9/, SDK, { ...ON, reportsPerDay: 9 }],
  [/"reportsPerDay": .*Expected number/, SDK, { ...ON, reportsPerDay: '100' }],
  [/"breadcrumbs.most": .*>=1/, SDK, { ...ON, breadcrumbs: { most: -1 } }],
  [/"dsn" is not an address/, { ...SDK, dsn: 'key@sentry.io/1' }, ON],
  [/"release" is not set/, { ...SDK, release: '' }, ON],
])('an option that cannot be used is an error: %s', (problem, sdk, options) => {
  expect(() => limited(sdk as typeof SDK, options as typeof ON)).toThrow(problem);
});

it('without a DSN reports are off, as in the SDK', () => {
  const log = vi.fn();
  const sdk = { dsn: undefined, release: 'shop@1.2.3' };
  expect(limited(sdk, { ...ON, log })).toBe(sdk);
  expect(log).toHaveBeenCalledWith('Reports are off: "dsn" is not set.');
  setConsent('off');
});

it('a second call is an error, as both would write to one outbox', () => {
  expect(limited(SDK, ON)).toMatchObject(SDK);
  expect(() => limited(SDK, ON)).toThrow('called before');
});
