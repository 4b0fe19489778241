/** A fault of every kind and with every text, as the gallery and the tests of languages show them. */
import { CHANNELS } from '../../electron/shared/channels.ts';
import * as faults from '../../electron/shared/fault.ts';
import en from '../../electron/shared/texts/en.json' with { type: 'json' };
import type { Screen } from './screen.ts';
import { until } from './until.ts';

const STATUSES = [404, 400, 401, 403, 405, 408, 410, 418, 429, 500, 503];
/** One error name for each text of a failed load. */
const LOADS =
  'INTERNET_DISCONNECTED NETWORK_CHANGED TIMED_OUT TEMPORARILY_THROTTLED PROXY_AUTH_REQUESTED PROXY_CONNECTION_FAILED SSL_CLIENT_AUTH_CERT_NEEDED INVALID_AUTH_CREDENTIALS NAME_NOT_RESOLVED CONNECTION_REFUSED ADDRESS_UNREACHABLE CERT_AUTHORITY_INVALID CERT_DATE_INVALID SSL_PROTOCOL_ERROR CONNECTION_RESET RESPONSE_HEADERS_TOO_BIG OUT_OF_MEMORY FILE_NOT_FOUND BLOCKED_BY_CLIENT INVALID_URL FAILED';
const BOOT: readonly faults.BootCode[] = ['not-ready', 'preload-error', 'unresponsive', 'blank', 'loop'];

/** @param at milliseconds since the epoch */
export function everyFault(at: number): faults.Fault[] {
  const [url, detail] = ['/orders', 'Error: in technical words\n    at a place'];
  return [
    ...STATUSES.map((status) => faults.httpFault(status, url, at, detail)),
    faults.scriptFault(detail, url, at),
    faults.dataFault(url, at, detail),
    faults.partFault(detail, url, at),
    ...LOADS.split(' ').map((name) => faults.loadFault(`ERR_${name}`, url, at, detail)),
    ...['crashed', ...Object.keys(en.fault.crash)].map((why) =>
      faults.faultOf('crash', why, url, at, detail),
    ),
    ...['uncaughtException', ...Object.keys(en.fault.main)].map((code) =>
      faults.faultOf('main', code, url, at, detail),
    ),
    ...BOOT.map((code) => faults.bootFault(url, at, detail, code)),
    faults.faultOf('hang', 'unresponsive', url, at, detail),
  ];
}

/**
 * Has main send the page of the app's window only what the returned function says: a fault, and a text that the page then
 * has.
 */
export async function tellFaults({ main, page }: Pick<Screen, 'main' | 'page'>) {
  await main(`(() => {
    const { webContents } = electron.BrowserWindow.getAllWindows()[0];
    globalThis.tell = webContents.send.bind(webContents);
    webContents.send = (_channel, status) => { globalThis.shown = status.fault.id; };
    webContents.reload();
  })()`);
  return async (status: faults.FaultStatus, text: string): Promise<void> => {
    const id = await until('a fault on the page', () => main<string>('globalThis.shown'));
    const told = { ...status, fault: { ...status.fault, id } };
    await main(`tell('${CHANNELS.faultStatus}', ${JSON.stringify(told)})`);
    await until(text, () => page(`document.body.textContent.includes(${JSON.stringify(text)})`));
  };
}
