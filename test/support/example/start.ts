/** `npm run example`: `test/support/pages` in the shell, with their own server: a welcome that breaks them, and shows what is reported. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasDisplay } from '../../../electron/tool/setup/display.ts';
import { holdfastFolder } from '../../../electron/tool/setup/packages.ts';
import { attach, connect, pagesOf } from '../cdp.ts';
import { type Item, startEnvelopeServer } from '../envelopeServer.ts';
import { freePort } from '../freePort.ts';
import { startOrigin } from '../origin.ts';
import { BUILD_ID, startServer } from './server.ts';

const AWAY_MS = 12_000;

const wordsOf = ({ type, payload, bytes }: Item): string => {
  const [exception] = payload.exception?.values ?? [];
  const what = exception ? `${exception.type}: ${exception.value}` : payload.message;
  const trail = payload.breadcrumbs ? `${payload.breadcrumbs.length} breadcrumbs` : '';
  return (
    [what ?? payload.level, trail, payload.status].filter(Boolean).join(', ') ||
    `${type}, ${bytes.length} bytes`
  );
};

const folder = await mkdtemp(join(tmpdir(), 'holdfast-example-'));
let ingest = await startEnvelopeServer();
/** Answers the welcome page, which is of another origin: what has arrived, the newest first, and what it breaks. */
const control = await startOrigin(async ({ method, url = '' }, response) => {
  response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'application/json');
  const said = method === 'POST' ? await BREAKS[url.slice(1)]?.().catch(String) : arrived();
  response.end(JSON.stringify(said ?? null));
});
const server = await startServer(control.url);
const port = await freePort();

const arrived = () =>
  ingest.taken
    .flatMap(({ header, items }) => items.map((item) => ({ at: String(header.sent_at ?? ''), item })))
    .map(({ at, item }, id) => ({ id, at: at.slice(11, 19), kind: item.type, words: wordsOf(item) }))
    .reverse();

const settings = {
  origin: server.url,
  buildId: BUILD_ID,
  savePrivate: true,
  sentryDsn: ingest.dsn,
  reports: 'on',
  contentSecurityPolicy: [`connect-src ${control.url}`],
};
const file = join(folder, 'settings.json');
await writeFile(file, JSON.stringify(settings));

const BREAKS: Record<string, () => Promise<unknown>> = {
  stop: () => leave(false),
  offline: () => leave(true),
  crash,
};

let isAway = false;
/** The server goes for a while, and with it the network; another press meanwhile does nothing. */
async function leave(isOffline: boolean): Promise<void> {
  if (isAway) return;
  isAway = true;
  await Promise.all([server.stop(), isOffline && ingest.close()]);
  setTimeout(async () => {
    await server.start();
    const { port: before, taken } = ingest;
    if (isOffline) ingest = await startEnvelopeServer(before);
    if (isOffline) ingest.taken.push(...taken);
    isAway = false;
  }, AWAY_MS);
}

async function crash(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined);
  if (!answer) return 'there is no window yet';
  const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string };
  const browser = await connect(webSocketDebuggerUrl);
  const [page] = await pagesOf(browser);
  if (!page) return 'there is no page yet';
  const sessionId = await attach(browser, page.targetId);
  // A page that is navigating is not crashed.
  const answered = await browser.send('Page.crash', {}, { sessionId }).catch((error: Error) => error.message);
  browser.close();
  return String(answered).endsWith('Target crashed') ? 'crashed' : 'the page is not there yet';
}

const debug = hasDisplay() ? [`--remote-debugging-port=${port}`] : [];
const args = [
  ...[join(holdfastFolder(), 'electron/tool/cli.ts'), 'start', '--open=/welcome', ...debug],
  ...['--pages', join(import.meta.dirname, '../pages'), `--user-data-dir=${join(folder, 'data')}`],
  ...process.argv.slice(2),
];
const app = spawn(process.execPath, args, {
  cwd: holdfastFolder(),
  stdio: ['ignore', 'inherit', 'pipe'],
  env: { ...process.env, HOLDFAST_SETTINGS: file },
});

// The debugger is for the button that crashes the page: nobody asked for its address in a terminal.
createInterface(app.stderr).on('line', (line) => {
  if (!process.stderr.isTTY || !/^(?:DevTools listening .*)?$/.test(line)) console.error(line);
});
console.log(`example: the web app is ${server.url}; closing the window ends all of it`);
// The terminal sends Ctrl+C to the app too, so only the cleanup is left.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => app.kill('SIGTERM'));
process.exitCode = await new Promise<number>((resolve) => app.on('exit', (code) => resolve(code ?? 1)));
await rm(folder, { recursive: true, force: true, maxRetries: 5 });
// What is away would come back.
process.exit();
