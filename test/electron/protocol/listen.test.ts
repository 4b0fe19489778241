import { Readable } from 'node:stream';
import type { ProtocolRequest, ProtocolResponse } from 'electron';
import { expect, it, vi } from 'vitest';
import { listen } from '../../../electron/protocol/listen.ts';
import type { AppRequest, AppResponse } from '../../../electron/protocol/message.ts';

type Handler = (request: ProtocolRequest, respond: (response: ProtocolResponse) => void) => void;

const electron = vi.hoisted(() => ({ handler: undefined as unknown, isTaken: false }));
vi.mock('electron', () => ({
  session: {},
  protocol: {
    registerStreamProtocol(_scheme: string, handler: unknown) {
      electron.handler = handler;
      return !electron.isTaken;
    },
  },
}));

/** What Electron is given for a response, and what the listener was given for a GET request. */
async function send(response: Partial<AppResponse>) {
  let asked: AppRequest | undefined;
  listen('app', (request) => {
    asked = request;
    return Promise.resolve({ status: 200, headers: {}, body: null, ...response });
  });
  const request = {
    method: 'GET',
    url: 'app://shell/',
    referrer: '',
    headers: { Accept: '*/*', 'X-Own': '1' },
  };
  const given = await new Promise<ProtocolResponse>((respond) =>
    (electron.handler as Handler)(request, respond),
  );
  return { asked, given };
}

it('names of headers are in lower case, and a body is a stream or null', async () => {
  const { asked, given } = await send({ status: 201, headers: { 'x-a': 'b' }, body: Buffer.from('text') });
  expect(asked).toMatchObject({
    url: 'app://shell/',
    method: 'GET',
    headers: { accept: '*/*', 'x-own': '1' },
  });
  expect(asked?.body).toBeUndefined();
  expect(given).toMatchObject({ statusCode: 201, headers: { 'x-a': 'b' } });
  expect(await (given.data as Readable).toArray()).toEqual([Buffer.from('text')]);
  expect((await send({})).given.data).toBeNull();
});

it('a body that has broken off is an error, for which Electron would wait', async () => {
  const body = new Readable({ read: () => undefined });
  body.on('error', () => undefined);
  body.destroy(new Error('net::ERR_CONNECTION_RESET'));
  expect((await send({ body })).given).toEqual({ error: -2 });
});

it('a scheme has one handler', () => {
  electron.isTaken = true;
  expect(() => listen('app', () => Promise.reject(new Error('never asked')))).toThrow(
    /has a handler already/,
  );
});
