/** WebRTC, which a content security policy does not limit. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Watched } from './recovery.ts';

/**
 * Lets the page look for its own address at a STUN and a TURN server on this machine, which never respond.
 * @param check gets how many datagrams have arrived, and waits until the page is done
 */
export async function withStun(
  app: Watched,
  check: (datagrams: () => number, done: () => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const udp = createSocket('udp4');
  let datagrams = 0;
  udp.on('message', () => datagrams++).bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const { port } = udp.address();
  const iceServers = [
    { urls: `stun:127.0.0.1:${port}` },
    { urls: `turn:127.0.0.1:${port}?transport=udp`, username: 'a', credential: 'b' },
  ];
  await app.page(`{
    globalThis.peer = new RTCPeerConnection(${JSON.stringify({ iceServers })});
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  }`);
  const done = () =>
    app.page(
      `new Promise((resolve) => {
        const look = () => peer.iceGatheringState === 'complete' && resolve('complete');
        peer.onicegatheringstatechange = look;
        look();
      })`,
      60_000,
    );
  try {
    await check(() => datagrams, done);
  } finally {
    await app.page('peer.close()');
    udp.close();
  }
}
