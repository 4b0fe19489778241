/** Looks for updates by electron-updater and installs them on quit. A separate chunk, because the start does not need it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, shell, autoUpdater as squirrel } from 'electron';
import { autoUpdater as updater } from 'electron-updater';
import * as v from 'valibot';
import { config } from '../../builtConfig/config.ts';
import {
  type Channel,
  channelOf,
  checkSignature,
  newestSeen,
  readUpdateKey,
  type SignedInfo,
} from '../../builtConfig/updateSignature/signature.ts';
import { log } from '../../common/log.ts';
import { stateFile } from '../../common/stateFile.ts';
import * as TEXTS from '../../shared/texts.ts';
import { quit, restart } from '../app/lifecycle.ts';
import { showMessage } from '../app/messageBox.ts';
import { showNotice } from '../app/notice.ts';
import { visibleWindow } from '../window/createWindow.ts';
import { boundNetwork } from './boundedNetwork.ts';
import { deliveryOf, THIS_INSTALLATION } from './delivery.ts';
import type { CheckOutcome } from './schedule.policy.ts';

/** Largest update description, in bytes. A real one has a few hundred. */
const MAX_LIST = 1_000_000;

const SEEN = { newest: v.pipe(v.number(), v.minValue(0)) };

/** What a signed description says to people. @param notes what is new, in plain text, as much as a dialog has room for */
type Update = Pick<SignedInfo, 'version' | 'notes'>;

interface UpdaterOptions {
  /** Folder on a server with `latest.yml` and its variants. */
  url: string;
  channel: Channel;
  /** The key of the app's updates, as in its package.json. */
  updateKey: string;
  builtAt: number;
  reportsWritten: () => boolean;
  /** Gets the state for the diagnostics. */
  say(state: string): void;
  /** Also called during installation, where there is no promise to reject. */
  failed(error: Error): void;
}

/** Sets up this platform's updater, which stores its id for staged rollouts in `userData/.updaterId`. @returns what looks once */
export async function createUpdater(options: UpdaterOptions): Promise<() => Promise<CheckOutcome>> {
  const { url, reportsWritten, say } = options;
  const delivery = await deliveryOf(THIS_INSTALLATION);
  if (delivery.by === 'nobody') {
    log(`Updates are off: ${delivery.why}.`);
    say(`off: ${delivery.why}`);
    return () => Promise.resolve('off');
  }
  /** Why a request of this check failed, which the updater does not pass on. */
  let cause: Error | undefined;
  let ready: { version: string; isWhole: () => boolean } | undefined;
  let told: string | undefined;

  // Its lines contain paths and URLs.
  updater.logger = null;
  updater.setFeedURL({ provider: 'generic', url });
  // An unpackaged app has its settings in `dev-app-update.yml` in its folder.
  updater.forceDevUpdateConfig = !config.packaged;
  updater.autoDownload = delivery.by === 'app';
  updater.autoInstallOnAppQuit = delivery.by === 'app';
  updater.channel = options.channel;
  // Setting `channel` also allows downgrades.
  updater.allowDowngrade = false;
  // It relies on a block map that is not signed.
  updater.disableDifferentialDownload = true;
  // It downloads a second package, which the signed checksum does not cover.
  updater.disableWebInstaller = true;

  // Resolves the address as electron-updater does.
  const base = new URL(url);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const sizes = new Map<string, number>();
  boundNetwork(updater.netSession, {
    limitOf: ({ pathname }) => (pathname.endsWith('.yml') ? MAX_LIST : (sizes.get(pathname) ?? 0)),
    onFailed: (error) => (cause ??= error),
  });

  const channel = channelOf(process.platform, process.arch, options.channel);
  const seen = stateFile(join(app.getPath('userData'), 'updates.json'), SEEN);
  const key = readUpdateKey(options.updateKey);
  const trust = { key, app: config.id, builtAt: options.builtAt, newest: seen.read()?.newest ?? 0 };
  // Runs before anything is downloaded; an exception ends the check.
  const isSupported = updater.isUpdateSupported;
  updater.isUpdateSupported = (info) => {
    const newest = newestSeen(trust.newest, checkSignature(info, channel, trust), Date.now());
    if (newest !== trust.newest) seen.write({ newest });
    trust.newest = newest;
    for (const file of info.files) sizes.set(new URL(file.url, base).pathname, file.size ?? 0);
    return isSupported(info);
  };

  updater.on('update-available', ({ version, notes, files }: Update & Pick<SignedInfo, 'files'>) => {
    if (delivery.by === 'app') return;
    const file = files.find((one) => one.url.endsWith(`.${delivery.extension}`))?.url ?? '';
    const address = new URL(file, base).href;
    const name = address.slice(address.lastIndexOf('/') + 1);
    const what = `version ${version} is available. Download ${address}, then install it: ${delivery.command} ./${name}`;
    say(what);
    // Once in a run.
    if (told === version) return;
    told = version;
    log(`Updates: ${what}`);
    const words = [TEXTS.updates.noticeDetail, notes].filter(Boolean).join('\n\n');
    showNotice(TEXTS.updates.notice({ version }), words, () => shell.openExternal(address).catch(log));
  });
  updater.on('update-downloaded', (info) =>
    whenChecked(() => {
      const { version } = info;
      const isNew = ready?.version !== version;
      // The user can write to its folder.
      const isWhole = () => {
        const content = existsSync(info.downloadedFile) ? readFileSync(info.downloadedFile) : '';
        const sha512 = createHash('sha512').update(content).digest('base64');
        return info.files.some((file) => file.sha512 === sha512);
      };
      ready = { version, isWhole };
      say(`signature verified, ready to install: version ${version}`);
      if (!isNew) return;
      log(`Version ${version} is ready and will be installed when the app quits.`);
      void offer(info);
    }),
  );
  updater.on('error', (error) => options.failed(cause ?? error));
  // Installation begins on `quit`. On macOS the system's installer waits for the app to end.
  app.on('will-quit', guardInstall);

  async function offer(update: Update): Promise<void> {
    if (!(await wantsRestart(update))) return;
    // Linux installs the update while the app ends.
    if (process.platform === 'linux') return restart();
    // The system's installer starts the new version after replacing the app. On macOS it asks each window first; on
    // Windows it would kill an app that stays open, so quit first.
    const install = () => {
      guardInstall();
      if (updater.autoInstallOnAppQuit) updater.quitAndInstall(true, true);
    };
    if (process.platform === 'darwin') install();
    else quit(install);
  }

  /** Installs the update only if every report is on disk and the file is still the signed one. */
  function guardInstall(): void {
    const isWritten = reportsWritten();
    const isWhole = !isWritten || !ready || ready.isWhole();
    updater.autoInstallOnAppQuit = isWritten && isWhole;
    if (ready && !isWritten) log('The update waits for the next start: a report is not on disk.');
    else if (!isWhole) log('The update is not installed: its file is no longer the one that was signed.');
  }

  return async () => {
    cause = undefined;
    try {
      const result = await updater.checkForUpdates();
      if (result?.isUpdateAvailable && delivery.by === 'person') return 'found';
      if (await result?.downloadPromise) return 'downloaded';
      if (!ready) say('up to date');
      return 'current';
    } catch (error) {
      throw cause ?? error;
    }
  };
}

/** On macOS the system's installer gets the file next and may refuse it. */
function whenChecked(announce: () => void): void {
  if (process.platform === 'darwin') squirrel.once('update-downloaded', announce);
  else announce();
}

/** Says what is new. Resolves to whether the user wants to restart now. */
async function wantsRestart({ version, notes }: Update): Promise<boolean> {
  const { isReady, isReadyDetail } = TEXTS.updates;
  const { response } = await showMessage(visibleWindow(), {
    type: 'info',
    message: isReady({ version }),
    detail: [notes, isReadyDetail({ name: app.name })].filter(Boolean).join('\n\n'),
    buttons: [TEXTS.menu.restart, TEXTS.menu.later, ...(config.homepage ? [TEXTS.about.homepage] : [])],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 2) await shell.openExternal(config.homepage);
  return response === 0;
}
