/** A WebSocket server (RFC 6455) that echoes messages, closes with a requested code, or refuses. */
import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Seen, seenOf } from './server.ts';

const TEXT = 1;
const CLOSE = 8;

function frame(kind: number, content: Buffer): Buffer {
  const { length } = content;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x80 | kind;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, content]);
}

/** Returns the first frame in these bytes and the rest; undefined while the frame is incomplete. */
function read(bytes: Buffer): { kind: number; content: Buffer; rest: Buffer } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 127;
  const at = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < at) return undefined;
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < at + 4 + length) return undefined;
  const mask = bytes.subarray(at, at + 4);
  const content = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
  for (let index = 0; index < length; index++)
    content[index] = (content[index] ?? 0) ^ (mask[index % 4] ?? 0);
  return { kind: (bytes[0] ?? 0) & 15, content, rest: bytes.subarray(at + 4 + length) };
}

const WAYS: Readonly<Record<string, (socket: Duplex) => unknown>> = {
  refused: (socket) => socket.end('HTTP/1.1 401 Who\r\nContent-Length: 0\r\n\r\n'),
  reset: (socket) => socket.destroy(),
  noise: (socket) => socket.end('noise\r\n\r\n'),
};

function talk(socket: Duplex, first: Buffer): void {
  let bytes = first;
  const take = () => {
    for (let one = read(bytes); one; one = read(bytes)) {
      const { kind, content, rest } = one;
      bytes = rest;
      const [, code] = /^close (\d+)$/.exec(content.toString()) ?? [];
      if (kind === TEXT && content.toString() === 'break') socket.destroy();
      else if (kind === TEXT && code) {
        const reason = Buffer.concat([
          Buffer.from([Number(code) >> 8, Number(code) & 255]),
          Buffer.from('told'),
        ]);
        socket.write(frame(CLOSE, reason));
      } else socket.write(frame(kind, content));
      if (kind === CLOSE) socket.end();
    }
  };
  socket.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    take();
  });
  take();
}

/** @param note called with each request for a WebSocket */
export function answerWebSockets(server: Server, note: (seen: Seen) => void): void {
  server.on('upgrade', (request, socket, head) => {
    const seen = seenOf(request);
    note(seen);
    socket.on('error', () => undefined);
    const refuse = WAYS[/\w+$/.exec(seen.url)?.[0] ?? ''];
    if (refuse) return void refuse(socket);
    const { 'sec-websocket-key': key, 'sec-websocket-protocol': protocols } = seen.headers;
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    const chosen = protocols ? `Sec-WebSocket-Protocol: ${protocols.split(', ').at(-1)}\r\n` : '';
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${chosen}\r\n`,
    );
    talk(socket, head);
  });
}
