/** `npm run example`: `test/support/pages` in the shell, with their own server and a list of received reports. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { escapeHtml } from '../../../electron/shared/document.ts';
import { hasDisplay } from '../../../electron/tool/setup/display.ts';
import { holdfastFolder } from '../../../electron/tool/setup/packages.ts';
import { attach, connect, pagesOf } from '../cdp.ts';
import { type Envelope, type Item, startEnvelopeServer } from '../envelopeServer.ts';
import { freePort } from '../freePort.ts';
import { startOrigin } from '../origin.ts';
import { BUILD_ID, startServer } from './server.ts';

const HEAD = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width">
<title>What has arrived</title>
<style>
  body { max-width: 760px; margin: 24px auto; padding: 0 16px; font: 15px/1.5 system-ui, sans-serif }
  table { width: 100%; border-collapse: collapse }
  th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid light-dark(#d8dde3, #39424d); text-align: left; vertical-align: top }
  td:last-child { overflow-wrap: anywhere }
</style>
<h1>What has arrived</h1>`;

const wordsOf = ({ type, payload, bytes }: Item): string => {
  const [exception] = payload.exception?.values ?? [];
  const what = exception ? `${exception.type}: ${exception.value}` : payload.message;
  const trail = payload.breadcrumbs ? `${payload.breadcrumbs.length} breadcrumbs` : '';
  return (
    [what ?? payload.level, trail, payload.status].filter(Boolean).join(', ') ||
    `${type}, ${bytes.length} bytes`
  );
};

async function startArrivals(taken: () => readonly Envelope[]) {
  return await startOrigin((_request, response) => {
    const rows = taken()
      .flatMap(({ header, items }) => items.map((item) => ({ at: String(header.sent_at ?? ''), item })))
      .reverse()
      .map(
        ({ at, item }) =>
          `<tr><td>${[at.slice(11, 19), item.type, wordsOf(item)].map(escapeHtml).join('<td>')}`,
      );
    const table = `<table><tr><th>Sent (UTC)<th>Kind<th>What it says${rows.join('')}</table>`;
    response
      .setHeader('content-type', 'text/html')
      .end(HEAD + (rows.length > 0 ? table : '<p>Nothing yet.</p>'));
  });
}

const folder = await mkdtemp(join(tmpdir(), 'holdfast-example-'));
const server = await startServer();
let ingest = await startEnvelopeServer();
const arrivals = await startArrivals(() => ingest.taken);
const port = await freePort();

const settings = {
  origin: server.url,
  buildId: BUILD_ID,
  savePrivate: true,
  sentryDsn: ingest.dsn,
  reports: 'on',
};
const file = join(folder, 'settings.json');
await writeFile(file, JSON.stringify(settings));

/** What can be typed. */
const COMMANDS: Record<string, [what: string, act: () => Promise<string>]> = {
  s: ['stop the server, or start it again', async () => `the server ${await toggle()}`],
  o: ['go offline, or online again: nothing can be reached', offline],
  c: ["crash the page's process", crash],
};

async function toggle(isUp = !server.isRunning()): Promise<string> {
  if (isUp !== server.isRunning()) await (isUp ? server.start() : server.stop());
  return isUp ? 'runs' : 'is stopped';
}

let isOffline = false;
async function offline(): Promise<string> {
  isOffline = !isOffline;
  await toggle(!isOffline);
  if (isOffline) await ingest.close();
  else {
    const { port: before, taken } = ingest;
    ingest = await startEnvelopeServer(before);
    ingest.taken.push(...taken);
  }
  return isOffline ? 'offline: reports wait on disk' : 'online';
}

async function crash(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined);
  if (!answer) return 'there is no window yet';
  const version = await answer.json();
  const browser = await connect((version as { webSocketDebuggerUrl: string }).webSocketDebuggerUrl);
  const [page] = await pagesOf(browser);
  if (!page) return 'there is no page yet';
  const sessionId = await attach(browser, page.targetId);
  // A page that is navigating is not crashed.
  const answered = await browser.send('Page.crash', {}, { sessionId }).catch((error: Error) => error.message);
  browser.close();
  return String(answered).endsWith('Target crashed') ? 'crashed' : 'the page is not there yet';
}

const debug = hasDisplay() ? [`--remote-debugging-port=${port}`] : [];
const program = join(holdfastFolder(), 'electron/tool/cli.ts');
const args = [
  program,
  'start',
  '--pages',
  join(import.meta.dirname, '../pages'),
  `--user-data-dir=${join(folder, 'data')}`,
  ...debug,
  ...process.argv.slice(2),
];
const app = spawn(process.execPath, args, {
  cwd: holdfastFolder(),
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, HOLDFAST_SETTINGS: file },
});

console.log(`
example: the web app is ${server.url}, and what arrives of it ${arrivals.url}
example: closing the window ends all of it; until then, type a letter and Enter
${Object.entries(COMMANDS)
  .map(([letter, [what]]) => `  ${letter}  ${what}`)
  .join('\n')}
`);
// The terminal sends Ctrl+C to the app too, so only the cleanup is left.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => app.kill('SIGTERM'));
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [, act] = COMMANDS[line.trim()] ?? [];
  act?.().then(
    (said) => console.log(`example: ${said}`),
    (error: Error) => console.error(`example: ${error.message}`),
  );
});

process.exitCode = await new Promise<number>((resolve) => app.on('exit', (code) => resolve(code ?? 1)));
lines.close();
process.stdin.destroy();
await Promise.all([toggle(false), isOffline || ingest.close(), arrivals.close()]);
await rm(folder, { recursive: true, force: true, maxRetries: 5 });
