/** An update server on this machine: a folder with `latest-linux.yml` and an AppImage, like a generic provider's. */
import { createHash, type KeyObject, sign } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { config } from '../../electron/builtConfig/config.ts';
import {
  type Channel,
  channelOf,
  signedBytes,
} from '../../electron/builtConfig/updateSignature/signature.ts';
import { startOrigin } from './origin.ts';

export interface Release {
  version: string;
  /** The channel that it is offered in; `latest` if absent. */
  channel?: Channel;
  /** The installer's kind; `AppImage` if absent. */
  extension?: 'AppImage' | 'deb';
  /** The installer's bytes. */
  file: string;
  /** Percentage of machines that get it. */
  staging?: number;
  /** What to compute the checksum from, if not the file. */
  promised?: string;
  /** The signing key; without one it is unsigned. */
  key?: KeyObject;
  /** What is new. */
  notes?: string;
  /** When it was signed, as ISO 8601. */
  signedAt?: string;
  /** Which answer never ends. */
  endless?: 'list' | 'file';
}

export type UpdateServer = Awaited<ReturnType<typeof startUpdateServer>>;

const nameOf = ({ version, extension = 'AppImage' }: Release) =>
  `Holdfast-${version}-linux-x86_64.${extension}`;
const listOf = ({ channel }: Release) => channelOf('linux', process.arch, channel);

/** The update file that electron-builder writes beside an installer. */
function description(release: Release): string {
  const { version, file, staging, promised = file, key, notes } = release;
  const { signedAt = new Date().toISOString() } = release;
  const sha512 = createHash('sha512').update(promised).digest('base64');
  const files = [{ url: nameOf(release), sha512, size: Buffer.byteLength(file) }];
  const bytes = signedBytes(config.id, listOf(release), { version, signedAt, files, notes });
  const signature = key && sign(null, bytes, key).toString('base64');
  const times = { releaseDate: '2026-11-21T00:00:00.000Z', signedAt };
  const more = { ...times, notes, signature, stagingPercentage: staging };
  // YAML, like all JSON.
  return JSON.stringify({ version, files, path: nameOf(release), sha512, ...more });
}

/** Bytes after which even an endless answer ends, if nobody stopped it. */
const ENOUGH = 64_000_000;

/** Starts it on 127.0.0.1. @param options as for any server */
export async function startUpdateServer(options?: Parameters<typeof startOrigin>[1]) {
  const held = {
    requests: [] as { path: string; stagingId: string | undefined }[],
    /** The most bytes sent in one endless answer. */
    sent: 0,
    /** What it offers; nothing if undefined. */
    release: undefined as Release | undefined,
    /** Redirects every request to the same path at this address. */
    redirectTo: undefined as string | undefined,
  };
  const answer: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const stagingId = request.headers['x-user-staging-id'];
    held.requests.push({ path: pathname, stagingId: stagingId as string | undefined });
    const { release, redirectTo } = held;
    if (redirectTo) response.writeHead(302, { location: redirectTo + pathname }).end();
    else if (release && pathname === `/${listOf(release)}.yml`) {
      if (release.endless === 'list') sendEndless(response, '# and on\n');
      else response.end(description(release));
    } else if (release && pathname === `/${nameOf(release)}`) {
      if (release.endless === 'file') sendEndless(response, release.file);
      else response.end(release.file);
    } else response.writeHead(404).end('not here');
  };
  const sendEndless = (response: ServerResponse, text: string) => {
    const chunk = Buffer.from(text.repeat(64_000 / text.length));
    const chunks = function* () {
      for (let sent = 0; sent < ENOUGH; sent += chunk.length) {
        held.sent = Math.max(held.sent, sent);
        yield chunk;
      }
    };
    // Whoever has enough breaks the connection.
    pipeline(Readable.from(chunks()), response, () => undefined);
  };
  const { url, close, server } = await startOrigin(answer, options);
  /** Refuses connections from now on. Resolves once it has answered those that there were. */
  const closeInPeace = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return Object.assign(held, { url, close, closeInPeace });
}
