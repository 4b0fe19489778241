/** The outbox of an Electron app, in its user data folder: it sends by Electron's network, for the system's proxies. */
import { join } from 'node:path';
import { app, session } from 'electron';
import type { ReportsSetting } from '../../builtConfig/settingsSchema/schema.ts';
import { responseTo } from '../../common/responseTo.ts';
import { wallAt } from '../../shared/clock.ts';
import { Disk } from './disk.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { Request } from './upload.ts';

let own: Electron.Session | undefined;
/** How often the network process has ended. Until Electron 41 a session has no network after that. */
let ends = 0;
app.on('child-process-gone', (_event, { serviceName }) => {
  if (serviceName !== 'network.mojom.NetworkService') return;
  ends += 1;
  own = undefined;
});

/** It rejects with Chromium's network error, or the signal's reason. A redirect rejects too: Sentry never sends one. */
const netRequest =
  (ask: (options: Electron.ClientRequestConstructorOptions) => Electron.ClientRequest): Request =>
  async ({ url, headers, body, signal }) => {
    await app.whenReady();
    signal.throwIfAborted();
    // Its own, in memory: for the default session's cookie store, macOS would ask the user for the keychain.
    own ??= session.fromPartition(`holdfast-outbox-${ends}`);
    const asked = ask({
      session: own,
      method: 'POST',
      url,
      headers: { ...headers },
      redirect: 'error',
      cache: 'no-store',
      // Lets a proxy get the password that it asks for.
      credentials: 'include',
    });
    const answered = responseTo<never>(asked, signal, () => undefined);
    asked.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    const { status, headers: said, body: answer } = await answered;
    let start = Buffer.alloc(0);
    // A large page is neither read completely nor kept.
    for await (const chunk of (answer ?? []) as AsyncIterable<Uint8Array>) {
      start = Buffer.concat([start, chunk]);
      if (start.length >= 1024) break;
    }
    return { status, headers: said, bodyStart: start.toString('utf8', 0, 1024) };
  };

/** Opens it, which reads the disk. @param mode `off`: only to show what is stored, and to erase it */
export function openOutbox(
  userData: string,
  mode: ReportsSetting,
  ask: Parameters<typeof netRequest>[0],
  onReplayLimit: (until: number) => void,
): Outbox {
  return createOutbox({
    disk: new Disk(join(userData, 'outbox')),
    mode,
    request: netRequest(ask),
    onLimits: ({ all = 0, replay = 0 }) => onReplayLimit(wallAt(Math.max(all, replay))),
  });
}
