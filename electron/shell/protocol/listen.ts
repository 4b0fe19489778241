/** Connects a request handler to Electron. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pathToFileURL } from 'node:url';
import { net, type ProtocolRequest, protocol, session, type UploadData } from 'electron';
import type { AppRequest, AppResponse, FilePart } from '../../common/message.ts';

/**
 * Electron's stream protocol is deprecated, but says who sent a request. `protocol.handle` makes a web Request of each, which
 * has no `initiatorOrigin`, and for which Node loads its HTTP client. @param listener never rejects
 */
export function listen(scheme: string, listener: (request: AppRequest) => Promise<AppResponse>): void {
  protocol.registerStreamProtocol(scheme, async (request, respond) => {
    const { status, headers, body } = await listener(fromElectron(request));
    const data = body && (Buffer.isBuffer(body) ? Readable.from(body) : await read(body));
    // Null means an empty body, but the type lacks it.
    respond({ statusCode: status, headers: { ...headers }, data: data as Readable });
  });
}

/** Electron's own loader reads a part also inside app.asar, where Node would read or copy the whole file. */
async function read({ path, start, end }: FilePart): Promise<Readable> {
  const headers = { range: `bytes=${start}-${end - 1}` };
  const { body } = await net.fetch(pathToFileURL(path).href, { headers });
  return Readable.fromWeb(body as ReadableStream);
}

function fromElectron({ url, method, headers, initiatorOrigin, uploadData }: ProtocolRequest): AppRequest {
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    ...{ url, method, initiatorOrigin },
    headers: Object.fromEntries(names),
    body: uploadData && uploaded(uploadData),
  };
}

/** Texts and Blobs, which reports and forms are. The type lacks that a part has only one of both. */
async function* uploaded(parts: readonly Partial<UploadData>[]): AsyncGenerator<Uint8Array> {
  for (const { bytes, blobUUID } of parts) {
    if (bytes) yield bytes;
    else if (blobUUID) yield await session.defaultSession.getBlobData(blobUUID);
  }
}
