/** electron-updater as the app uses it. A chunk of its own, because it is not needed at the start. */
import { createHash, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AppUpdater, autoUpdater } from 'electron-updater';
import type { knownCredentials } from '../network/authentication.ts';
import { channelOf, checkSignature } from './signature.ts';

export interface UpdaterParts {
  /** Folder on a server that holds `latest.yml` and its like. */
  url: string;
  /** Whether the app is not packaged, and its update settings are in `dev-app-update.yml` in its folder. */
  unpackaged: boolean;
  key: KeyObject;
  /** What a proxy is signed in to with. */
  login: ReturnType<typeof knownCredentials>;
  /**
   * An update is on disk and will be installed when the app quits. `isWhole` checks whether the file is still the
   * signed one: until then it lies in a folder that the user can write.
   */
  onDownloaded: (version: string, isWhole: () => boolean) => void;
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
  const { url, unpackaged, key, login, onDownloaded, onError } = parts;
  const updater = autoUpdater;
  updater.logger = SILENT;
  updater.setFeedURL({ provider: 'generic', url });
  updater.forceDevUpdateConfig = unpackaged;
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  // Called before anything is downloaded; an exception ends the look.
  const isSupported = updater.isUpdateSupported;
  updater.isUpdateSupported = (info) => {
    checkSignature(info, channelOf(process.platform, process.arch), key);
    return isSupported(info);
  };
  // What is installed by a second server, named by the first, would not be covered by the first one's checksum.
  updater.disableWebInstaller = true;
  if (url.startsWith('https:')) refuseHttp(updater);
  updater.on('update-downloaded', ({ version, files, downloadedFile }) =>
    onDownloaded(version, () => {
      const sha512 = createHash('sha512').update(readFileSync(downloadedFile)).digest('base64');
      return files.some((file) => file.sha512 === sha512);
    }),
  );
  updater.on('login', login);
  updater.on('error', onError);
  return updater;
}

/** The file with the checksums is worth what the connection is worth: no redirect leads out of https. */
function refuseHttp(updater: AppUpdater): void {
  updater.netSession.webRequest.onBeforeRequest({ urls: ['http://*/*'] }, (_details, answer) =>
    answer({ cancel: true }),
  );
}
