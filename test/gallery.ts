/**
 * `npm run gallery`: paints the error page for every kind of fault with the built app, into
 * `.build/gallery/index.html`. `-- --lang=ar` does so in another language, at 380 pixels also in dark.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { detailsOf } from '../electron/shared/details.ts';
import * as faults from '../electron/shared/fault.ts';
import { helpFor } from '../electron/shared/help.ts';
import { hasDisplay, startDisplay } from '../electron/tool/setup/display.ts';
import { findElectron } from '../electron/tool/setup/electron.ts';
import { PROJECT } from './support/app.ts';
import { everyFault, tellFaults } from './support/everyFault.ts';
import { send } from './support/onPage.ts';
import { watch } from './support/recovery.ts';
import { until } from './support/until.ts';

const LANGUAGE = process.argv.find((arg) => arg.startsWith('--lang='));
const FOLDER = join(PROJECT, '.build', `gallery${LANGUAGE?.replace('--lang=', '-') ?? ''}`);

const USUAL = { width: 720, height: 520, deviceScaleFactor: 1 };
const NARROW = { width: 380, height: 520, deviceScaleFactor: 1 };
/** A usual window in the system's colours, a narrow one, and the first at 200 %. */
const ZOOM = { width: 360, height: 260, deviceScaleFactor: 2 };
const LOOKS = LANGUAGE
  ? { light: USUAL, narrow: NARROW, dark: NARROW }
  : { light: USUAL, dark: USUAL, forced: USUAL, narrow: NARROW, zoom: ZOOM };

const AT = Date.UTC(2026, 0, 1, 12);
const ALL: faults.Fault[] = [
  ...everyFault(AT),
  { ...faults.scriptFault('Error: in technical words', '/orders', AT), id: 'f'.repeat(32), diskFull: true },
  // Dated after the build. The other is before it, which means that the computer's clock is wrong.
  faults.loadFault('ERR_CERT_DATE_INVALID', '/orders', Date.now(), 'Error: in technical words'),
];

/** A fault's status as main sends it. Failures have a report; exceptions come with the question about reports. */
function statusOf(fault: faults.Fault): faults.FaultStatus {
  const known = faults.isFailure(fault) ? { ...fault, reportId: fault.id } : fault;
  const retryAt = faults.isRetried(fault) ? Date.now() + 20_000 : null;
  return { fault: known, retryAt, ask: fault.kind === 'script', help: helpFor(fault) };
}

/** Takes pictures of the page. Returns their table row. */
async function picture(name: string): Promise<string> {
  await send(app, 'Emulation.setScrollbarsHidden', { hidden: true });
  for (const [look, metrics] of Object.entries(LOOKS)) {
    const value = look === 'dark' ? 'dark' : 'light';
    const features = [
      { name: 'prefers-color-scheme', value },
      { name: 'forced-colors', value: look === 'forced' ? 'active' : 'none' },
    ];
    await send(app, 'Emulation.setEmulatedMedia', { features });
    await send(app, 'Emulation.setDeviceMetricsOverride', { ...metrics, mobile: false });
    type Metrics = { cssContentSize: { height: number } };
    const { cssContentSize } = await send<Metrics>(app, 'Page.getLayoutMetrics');
    // Only if it does not fit: Chromium would also move a right-to-left page that fits.
    const captureBeyondViewport = cssContentSize.height > metrics.height;
    const params = { captureBeyondViewport, clip: { ...cssContentSize, scale: 1 } };
    const { data } = await send<{ data: string }>(app, 'Page.captureScreenshot', params);
    await writeFile(join(FOLDER, `${name}-${look}.png`), data, 'base64');
  }
  const images = Object.keys(LOOKS).map((look) => `<td><img src="${name}-${look}.png" alt="${look}"></td>`);
  return `<tr><th>${name}</th>${images.join('')}</tr>\n`;
}

const nameOf = (fault: faults.Fault) => `${ALL.indexOf(fault)}-${fault.kind}-${fault.code ?? 'none'}`;

const display = hasDisplay() ? undefined : await startDisplay();
if (display) Object.assign(process.env, display.env);
const app = await watch({ args: LANGUAGE ? [LANGUAGE] : [] });
try {
  await until('a window', app.isPainted);
  const show = await tellFaults(app);
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  let page = `<!doctype html><meta charset="utf-8"><title>Electron ${(await findElectron()).version}</title><style>td { vertical-align: top } img { max-width: 720px; border: 1px solid #888 }</style><table>`;
  for (const fault of ALL) {
    // The detail distinguishes this fault from the previous one.
    const { detail: _, ...plain } = fault;
    await show(statusOf(fault), detailsOf(plain));
    page += await picture(nameOf(fault));
  }
  await writeFile(join(FOLDER, 'index.html'), page);
  console.log(`gallery: ${ALL.length} faults in ${relative(PROJECT, join(FOLDER, 'index.html'))}`);
} finally {
  await app.stop();
  display?.stop();
}
