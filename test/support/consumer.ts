/** A strict TypeScript project that uses the package: right calls, and wrong ones that must not compile. */

const CONFIG = `import { defineConfig } from 'holdfast';
export default defineConfig({
  name: 'Shop', id: 'com.example.shop', web: { build: 'dist' },
  settings: { dataTimeout: 10 },
  builder: { linux: { category: 'Office' } },
});
// @ts-expect-error: a key with a slip
defineConfig({ name: 'Shop', id: 'com.example.shop', web: { build: 'dist' }, biulder: {} });
// @ts-expect-error: a setting of another type
defineConfig({ name: 'Shop', id: 'com.example.shop', web: { build: 'dist' }, settings: { dataTimeout: '10' } });
`;
const PAGE = `import { addBreadcrumb, captureException, setUser, startSpan } from 'holdfast/telemetry';
const id: string | undefined = captureException(new Error('x'), { level: 'warning', tags: { a: 1 } });
const sum: number = startSpan({ name: 'sum', attributes: { a: [1] } }, (span) => (span.setAttribute('b', 2), 3));
addBreadcrumb({ message: id ?? String(sum), data: { deep: {} } });
setUser({ id: 7, plan: 'free' });
// @ts-expect-error: no breadcrumb
addBreadcrumb(42);
// @ts-expect-error: a level that there is not
addBreadcrumb({ level: 'loud' });
// @ts-expect-error: no span
startSpan({ op: 'x' }, () => 1);
`;
const IN_WINDOW = `import 'holdfast/telemetry';
export const left: Promise<void> | undefined = window.holdfast?.signOut();
// @ts-expect-error: the shell's own
window.holdfast?.telemetry;
`;
const MAIN = `import * as v from 'valibot';
import { defineMain, type HandlersOf, type SentryOptions } from 'holdfast/main';
const main = defineMain({
  ready: ({ window }) => window()?.flashFrame(true),
  sentry: (options) => ({
    ...options,
    sampleRate: 0.5,
    integrations: (defaults) => defaults.filter(({ name }) => name !== 'Console'),
    beforeSend: (event, { originalException }) =>
      originalException instanceof TypeError ? null : { ...event, message: event.exception?.values?.[0]?.value ?? 'none' },
  }),
  handle: {
    count: { run: () => 1 },
    readNote: {
      input: v.pipe(v.string(), v.transform(Number)),
      run: async (id, { caller }) => ((await id.toFixed()) && caller.isVisible() ? { text: 'note' } : null),
    },
    saveNote: { input: v.object({ text: v.string(), at: v.optional(v.date()) }), run: async ({ text }) => void text.trim() },
    search: { input: v.optional(v.string()), run: (word) => word?.length ?? 0 },
  },
});
export default main;
// @ts-expect-error: a key with a slip
defineMain({ raedy: () => 1 });
// @ts-expect-error: takes what the schema does not give
defineMain({ handle: { a: { input: v.string(), run: (at: Date) => at } } });
declare module 'holdfast/main' {
  interface Handlers extends HandlersOf<typeof main> {}
}
export const counted: Promise<number> | undefined = window.holdfast?.invoke('count');
// @ts-expect-error: declared nowhere
window.holdfast?.invoke('cuont');
export const note: Promise<{ text: string } | null> | undefined = window.holdfast?.invoke('readNote', '7');
export const saved: Promise<void> | undefined = window.holdfast?.invoke('saveNote', { text: '', at: new Date() });
export const found: Promise<number> | undefined = window.holdfast?.invoke('search');
// @ts-expect-error: not what the schema takes
window.holdfast?.invoke('readNote', 7);
// @ts-expect-error: without its input
window.holdfast?.invoke('saveNote');
// @ts-expect-error: of another type
export const rate: SentryOptions = { sampleRate: 'half' };
// @ts-expect-error: what Holdfast decides
export const elsewhere: SentryOptions = { dsn: 'https://key@example.com/1' };
`;
const SENTRY = `import { limited, setConsent } from 'holdfast/sentry';
const sdk = { dsn: 'https://key@example.com/1', release: 'shop@1.2.3' };
export const rate: number | undefined = limited({ ...sdk, tracesSampleRate: 1 }, { consent: 'ask' }).tracesSampleRate;
limited({ ...sdk, beforeSend: (event, { originalException }) => (originalException ? event : null) }, { consent: 'on' });
limited({ ...sdk, integrations: (all) => all.filter(({ name }) => name !== 'Console') }, { consent: 'on' });
setConsent('off');
// @ts-expect-error: no release
limited({ dsn: sdk.dsn }, { consent: 'on' });
// @ts-expect-error: a consent that there is not
limited(sdk, { consent: 'maybe' });
`;
export const CONSUMER: Readonly<Record<string, string>> = {
  'holdfast.config.ts': CONFIG,
  'page.ts': PAGE,
  'window.ts': IN_WINDOW,
  'main.ts': MAIN,
  'sentry.ts': SENTRY,
};

/** The strictest options, with which the types of packages are checked too, but not the compiler's own. */
export const STRICT = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--skipDefaultLibCheck'];
export const RESOLUTIONS = {
  nodenext: ['--module', 'nodenext'],
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
};
/** The module resolution of older projects, which ignores `exports`. TypeScript 7 no longer has it. */
export const OLD_RESOLUTION = ['--module', 'esnext', '--moduleResolution', 'node'];
