/**
 * An app that captures an error with the real SDK and ends in the same turn:
 * `node exitingApp.ts FOLDER exit|throw`.
 */
import { syncIntegrations } from '../../../../../electron/telemetry/syncIntegrations.ts';
import { fakeElectron, loadSdk } from './electronSdk.ts';
import { openOutbox } from './openOutbox.ts';

const [folder = '', how] = process.argv.slice(2);
const electron = fakeElectron(folder);
const sentry = loadSdk(electron);
const { outbox } = openOutbox(`${folder}/outbox`, 'http://127.0.0.1:1/', { mode: 'ask' });
sentry.init({
  dsn: 'http://k@127.0.0.1:1/1',
  ipcMode: sentry.IPCMode.Classic,
  transport: outbox.transport,
  integrations: (defaults) => syncIntegrations(defaults, electron.app.whenReady()),
  onFatalError: () => process.exit(3),
});

if (how === 'throw') throw new Error('thrown by main');
sentry.captureException(new Error('captured right before the end'));
process.exit(0);
