/** The real `@sentry/electron/main`, on Node, with a network that a test switches on and off. */
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { type Envelope, parseEnvelope } from '@sentry/core';
import { electron, NetRequest } from '../../stubElectron.ts';

export const network = {
  /** Its status for uploads, or none. */
  answers: 200 as number | 'offline',
  /** Envelopes that were answered with 2xx. */
  delivered: [] as Envelope[],
  /** Requests of any outcome. */
  attempts: 0,
};

/** A request that the network answers as soon as it is complete. */
class Upload extends NetRequest {
  override _final(done: () => void): void {
    done();
    network.attempts += 1;
    const statusCode = network.answers;
    if (statusCode === 'offline') {
      this.emit('error', new Error('net::ERR_INTERNET_DISCONNECTED'));
      return;
    }
    const body = Buffer.concat(this.chunks);
    const isZipped = this.getHeader('content-encoding') === 'gzip';
    if (statusCode < 300) network.delivered.push(parseEnvelope(isZipped ? gunzipSync(body) : body));
    const headers = { 'content-type': 'application/json' };
    this.emit('response', Object.assign(Readable.from([Buffer.from('{}')]), { statusCode, headers }));
  }
}
electron.net.request = (options) => new Upload(options);

export { electron, loadSdk, userData } from '../../stubElectron.ts';
