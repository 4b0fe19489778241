/** The package's types in a project that has nothing but the package, and checks the types of packages too. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
/** All that the types may need: dependencies of the package. */
const NEEDED = ['electron', 'valibot'];

const CONFIG = `import { defineConfig } from 'holdfast';
export default defineConfig({
  name: 'Shop', id: 'com.example.shop', web: { build: 'dist' },
  settings: { origin: 'https://shop.example.com', proxy: ['/api/*'], dataTimeout: 10 },
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
const MAIN = `import { defineMain, type HandlersOf, type SentryOptions } from 'holdfast/main';
const main = defineMain({
  ready: ({ window }) => window()?.flashFrame(true),
  sentry: (options) => ({
    ...options,
    sampleRate: 0.5,
    integrations: (defaults) => defaults.filter(({ name }) => name !== 'Console'),
    beforeSend: (event, { originalException }) =>
      originalException instanceof TypeError ? null : { ...event, message: event.exception?.values?.[0]?.value ?? 'none' },
  }),
  handle: { count: { run: () => 1 } },
});
export default main;
declare module 'holdfast/main' {
  interface Handlers extends HandlersOf<typeof main> {}
}
export const counted: Promise<number> | undefined = window.holdfast?.invoke('count');
// @ts-expect-error: declared nowhere
window.holdfast?.invoke('cuont');
// @ts-expect-error: of another type
export const rate: SentryOptions = { sampleRate: 'half' };
// @ts-expect-error: what Holdfast decides
export const elsewhere: SentryOptions = { dsn: 'https://key@example.com/1' };
`;
const FILES = {
  'package.json': '{ "type": "module" }',
  'holdfast.config.ts': CONFIG,
  'page.ts': PAGE,
  'window.ts': IN_WINDOW,
  'main.ts': MAIN,
};

const SOURCES = Object.keys(FILES).filter((name) => name.endsWith('.ts'));

let folder: string;
/** Runs the compiler. Resolves to what it says. */
async function tsc(...args: string[]): Promise<string> {
  const program = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
  const ran = promisify(execFile)(process.execPath, [program, ...args], { cwd: folder });
  return (await ran.catch((error: { stdout: string }) => error)).stdout;
}
const check = (module: string[], ...files: string[]) =>
  tsc('--noEmit', '--strict', '--skipLibCheck', 'false', ...module, '--types', '', ...files);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-consumer-'));
  const modules = join(folder, 'node_modules');
  const types = join(modules, 'holdfast', '.build', 'types');
  await mkdir(types, { recursive: true });
  await cp(join(PROJECT, 'package.json'), join(modules, 'holdfast', 'package.json'));
  for (const name of NEEDED)
    await symlink(join(PROJECT, 'node_modules', name), join(modules, name), 'junction');
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  expect(await tsc('-p', join(PROJECT, 'electron/build/types.json'), '--outDir', types)).toBe('');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('they compile as strictly as can be, and refuse what is wrong', async () => {
  expect(await check(['--module', 'nodenext'], ...SOURCES)).toBe('');
});

it('those of the configuration and of telemetry need none of Node', async () => {
  const bundled = ['--module', 'esnext', '--moduleResolution', 'bundler'];
  expect(await check(bundled, 'holdfast.config.ts', 'page.ts')).toBe('');
});
