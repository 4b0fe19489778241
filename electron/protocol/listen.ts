/** Connects a request handler to Electron. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type ProtocolRequest, protocol, session, type UploadData } from 'electron';
import type { AppRequest, AppResponse } from './message.ts';
import { awaited } from './waiting.ts';

const ERR_FAILED = -2;

/** Responds to every request and never rejects. */
type Listener = (request: AppRequest) => Promise<AppResponse>;

/**
 * Electron's stream protocol is deprecated, but passes requests on as they are; `protocol.handle` converts each to a web
 * Request, for which Node loads its HTTP client.
 * @throws if the scheme already has a handler
 */
export function listen(scheme: string, listener: Listener): void {
  const isRegistered = protocol.registerStreamProtocol(scheme, async (request, respond) => {
    const { status, headers, body, error } = await respondTo(fromElectron(request), listener);
    if (error !== undefined) return respond({ error });
    // Electron would wait for it forever.
    if (body instanceof Readable && body.destroyed) return respond({ error: ERR_FAILED });
    const data = Buffer.isBuffer(body) ? Readable.from(body) : body;
    // Null means an empty body, but the type lacks it.
    respond({ statusCode: status, headers: { ...headers }, data: data as Readable });
  });
  if (!isRegistered) throw new Error(`The scheme ${scheme} already has a handler.`);
}

async function respondTo(request: AppRequest, listener: Listener): Promise<AppResponse> {
  const { headers, signal, answered } = awaited(request.url, request.headers);
  const response = await listener({ ...request, headers, signal });
  answered?.();
  return response;
}

function fromElectron({ url, method, headers, initiatorOrigin, uploadData }: ProtocolRequest): AppRequest {
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const parts: readonly UploadPart[] | undefined = uploadData;
  const isStream = parts?.some(({ body }) => body);
  return {
    url,
    method,
    headers: Object.fromEntries(names),
    initiatorOrigin,
    body: parts && upload(parts, headers['Content-Type'] ?? ''),
    isStream,
  };
}

/** A part of a body: `bytes`, `blobUUID`, or a kind that is declared for other APIs or not at all. */
interface UploadPart extends Partial<UploadData> {
  filePath?: string;
  /** Offset in the file, and length in bytes; -1 means the rest. */
  offset?: number;
  length?: number;
  /** A stream from the page. Resolves to the number of bytes read, 0 at the end. */
  body?: { read(into: Uint8Array): Promise<number> };
}

const STREAM_BYTES = 65_536;

async function* upload(parts: readonly UploadPart[], type: string): AsyncGenerator<Uint8Array> {
  for (const { bytes, blobUUID, filePath, offset = 0, length = -1, body } of parts) {
    if (bytes) yield bytes;
    else if (blobUUID) yield await readBlob(blobUUID, type);
    else if (filePath && length !== 0) {
      // Electron does not say whether the page was given this file: see SECURITY.md.
      yield* createReadStream(filePath, { start: offset, ...(length > 0 && { end: offset + length - 1 }) });
    } else if (body) {
      const buffer = new Uint8Array(STREAM_BYTES);
      for (let read = await body.read(buffer); read > 0; read = await body.read(buffer)) {
        yield buffer.slice(0, read);
      }
    } else if (!filePath) throw new Error('This version of Electron does not pass uploads on.');
  }
}

/**
 * Electron fails to read an empty blob in the same way as one whose file has changed, which must not arrive as empty. A
 * file chosen by the user is a blob only if it is the whole body, and then usually has a type.
 */
async function readBlob(id: string, type: string): Promise<Uint8Array> {
  try {
    return await session.defaultSession.getBlobData(id);
  } catch (error) {
    if (type && !/^multipart\/form-data\b/i.test(type)) throw error;
    return new Uint8Array();
  }
}
