/** electron-updater as the app uses it. A chunk of its own, because it is not needed at the start. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AppUpdater, autoUpdater } from 'electron-updater';
import { boundNetwork } from './boundedNetwork.ts';
import { channelOf, checkSignature, type Trust } from './signature.ts';

/** Bytes of the file that describes an update; it has some hundred. */
const MAX_LIST = 1_000_000;

export interface UpdaterParts {
  /** Folder on a server that holds `latest.yml` and its like. */
  url: string;
  /** Whether the app is not packaged, and its update settings are in `dev-app-update.yml` in its folder. */
  unpackaged: boolean;
  /** Whose updates are taken. */
  trust: Trust;
  /** A list that can be trusted was signed at this time, in milliseconds since the epoch. */
  onSeen: (signedAt: number) => void;
  /**
   * An update is on disk and will be installed when the app quits. `isWhole` checks whether the file is still the
   * signed one: until then it lies in a folder that the user can write.
   */
  onDownloaded: (version: string, isWhole: () => boolean) => void;
  /** Why a request failed; an error of the updater follows. */
  onFailed: (error: Error) => void;
  /** Also while an update is installed, when nobody waits for a promise. */
  onError: (error: Error) => void;
}

/** What electron-updater tells goes nowhere but to the events: its lines hold paths and addresses. */
const SILENT = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Sets the updater of this platform up. It keeps its id for staged rollouts in `userData/.updaterId`. */
export function createUpdater(parts: UpdaterParts): AppUpdater {
  const { url, unpackaged, trust, onSeen, onDownloaded, onFailed, onError } = parts;
  const updater = autoUpdater;
  updater.logger = SILENT;
  updater.setFeedURL({ provider: 'generic', url });
  updater.forceDevUpdateConfig = unpackaged;
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  // Only parts of a file would be asked for, by a list of blocks that nobody has signed.
  updater.disableDifferentialDownload = true;
  const channel = channelOf(process.platform, process.arch);
  // As electron-updater makes it.
  const base = new URL(url);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const sizes = new Map<string, number>();
  boundNetwork(updater.netSession, {
    limitOf: ({ pathname }) => (pathname.endsWith('.yml') ? MAX_LIST : (sizes.get(pathname) ?? 0)),
    onFailed,
  });
  // Called before anything is downloaded; an exception ends the look.
  const isSupported = updater.isUpdateSupported;
  updater.isUpdateSupported = (info) => {
    onSeen(checkSignature(info, channel, trust));
    for (const file of info.files) sizes.set(new URL(file.url, base).pathname, file.size ?? 0);
    return isSupported(info);
  };
  // What is installed by a second server, named by the first, would not be covered by the first one's checksum.
  updater.disableWebInstaller = true;
  updater.on('update-downloaded', ({ version, files, downloadedFile }) =>
    onDownloaded(version, () => {
      const sha512 = createHash('sha512').update(readFileSync(downloadedFile)).digest('base64');
      return files.some((file) => file.sha512 === sha512);
    }),
  );
  updater.on('error', onError);
  return updater;
}
