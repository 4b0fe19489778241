/**
 * The keyring that encrypts sign-ins in a packaged app. Chromium deletes every cookie that it cannot read, so a start without
 * the keyring keeps its session in memory. On Windows none is missed: Chromium makes a new key before main runs.
 */
import { join } from 'node:path';
import { app, safeStorage } from 'electron';
import * as v from 'valibot';
import { config } from '../../builtConfig/config.ts';
import { log } from '../../common/log.ts';
import { KEYRING } from '../../common/savedData.ts';
import { stateFile } from '../../common/stateFile.ts';
import { isWithoutKeyring, WITHOUT_KEYRING } from './commandLine.ts';
import { relaunch } from './lifecycle.ts';

/**
 * Uses the keyring that wrote this folder's cookies, on whichever desktop. Must run before Electron is ready.
 * @returns a function for when it is: whether the keyring can be read. If not, the app starts again without it.
 */
export function setupKeyring(userData: string): () => boolean {
  // Only a packaged app's cookies are encrypted.
  if (!config.packaged || isWithoutKeyring()) return () => true;
  const file = stateFile(join(userData, KEYRING), { store: v.string() });
  const known = file.read();
  const { commandLine } = app;
  if (known && process.platform === 'linux' && !commandLine.hasSwitch('password-store'))
    commandLine.appendSwitch('password-store', known.store.replace('_', '-'));
  return () => {
    const isOpen = safeStorage.isEncryptionAvailable();
    const store = process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'system';
    if (isOpen && store !== known?.store) file.write({ store });
    if (isOpen || !known) return true;
    log(`The keyring (${known.store}) that this app's sign-ins are encrypted with cannot be read.`);
    relaunch(WITHOUT_KEYRING);
    app.exit(0);
    return false;
  };
}
