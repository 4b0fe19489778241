/** Sets up electron-updater. A separate chunk, because the start does not need it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { autoUpdater as squirrel } from 'electron';
import { type AppUpdater, autoUpdater } from 'electron-updater';
import {
  type Channel,
  channelOf,
  checkSignature,
  type SignedInfo,
  type Trust,
} from '../../configuration/signature.ts';
import { boundNetwork } from './boundedNetwork.ts';
import type { Delivery } from './delivery.ts';

/** Largest update description, in bytes. A real one has a few hundred. */
const MAX_LIST = 1_000_000;

/** What a signed description says to people. @param notes what is new, in plain text, as much as a dialog has room for */
export type Update = Pick<SignedInfo, 'version' | 'notes'>;

interface UpdaterOptions {
  /** Folder on a server with `latest.yml` and its variants. */
  url: string;
  channel: Channel;
  delivery: Exclude<Delivery, { by: 'nobody' }>;
  /** Whether the app is unpackaged; its update settings are then in `dev-app-update.yml` in its folder. */
  unpackaged: boolean;
  trust: Trust;
  /** Gets the signing time of each trusted description, in milliseconds since the epoch. */
  onSeen: (signedAt: number) => void;
  /**
   * An update is on disk and will be installed when the app quits. `isWhole` checks that the file is still the signed
   * one, because the user can write to its folder.
   */
  onDownloaded: (update: Update, isWhole: () => boolean) => void;
  /** The person has to install an update, from this address. */
  onFound: (update: Update, address: string) => void;
  /** Gets the cause of a failed request; `onError` follows. */
  onFailed: (error: Error) => void;
  /** Also called during installation, where there is no promise to reject. */
  onError: (error: Error) => void;
}

/** Sets up this platform's updater. It stores its id for staged rollouts in `userData/.updaterId`. */
export function createUpdater(parts: UpdaterOptions): AppUpdater {
  const { url, unpackaged, trust, delivery, onSeen, onFound, onDownloaded, onFailed, onError } = parts;
  const updater = autoUpdater;
  // Its lines contain paths and URLs.
  updater.logger = null;
  updater.setFeedURL({ provider: 'generic', url });
  updater.forceDevUpdateConfig = unpackaged;
  updater.autoDownload = delivery.by === 'app';
  updater.autoInstallOnAppQuit = delivery.by === 'app';
  updater.channel = parts.channel;
  // Setting `channel` also allows downgrades.
  updater.allowDowngrade = false;
  // It relies on a block map that is not signed.
  updater.disableDifferentialDownload = true;
  const channel = channelOf(process.platform, process.arch, parts.channel);
  // Resolves the address as electron-updater does.
  const base = new URL(url);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const sizes = new Map<string, number>();
  boundNetwork(updater.netSession, {
    limitOf: ({ pathname }) => (pathname.endsWith('.yml') ? MAX_LIST : (sizes.get(pathname) ?? 0)),
    onFailed,
  });
  // Runs before anything is downloaded; an exception ends the check.
  const isSupported = updater.isUpdateSupported;
  updater.isUpdateSupported = (info) => {
    onSeen(checkSignature(info, channel, trust));
    for (const file of info.files) sizes.set(new URL(file.url, base).pathname, file.size ?? 0);
    return isSupported(info);
  };
  // It downloads a second package, which the signed checksum does not cover.
  updater.disableWebInstaller = true;
  updater.on('update-available', (info) => {
    if (delivery.by === 'app') return;
    const file = info.files.find((one) => one.url.endsWith(`.${delivery.extension}`));
    onFound(info, new URL(file?.url ?? '', base).href);
  });
  updater.on('update-downloaded', (info) =>
    whenChecked(() =>
      onDownloaded(info, () => {
        const content = existsSync(info.downloadedFile) ? readFileSync(info.downloadedFile) : '';
        const sha512 = createHash('sha512').update(content).digest('base64');
        return info.files.some((file) => file.sha512 === sha512);
      }),
    ),
  );
  updater.on('error', onError);
  return updater;
}

/** On macOS the system's installer gets the file next and may refuse it. */
function whenChecked(announce: () => void): void {
  if (process.platform === 'darwin') squirrel.once('update-downloaded', announce);
  else announce();
}
