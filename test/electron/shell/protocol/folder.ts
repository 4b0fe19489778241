/** A built renderer in a temporary folder, with secrets around it and links to them. */
import { readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { FilePart } from '../../../../electron/common/message.ts';
import { Origins } from '../../../../electron/common/origins.ts';
import { createHandler, type ProtocolOptions } from '../../../../electron/shell/protocol/handler.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { fileFolder } from '../../testFolder.ts';

export const SECRET = 'the secret outside';
export const INDEX = '<!doctype html><title>index</title>';
export const SCRIPT = 'export const name = "app";';

/** `folder` is the one to serve: `<root>/served`. */
export function makeServedFolder() {
  const root = realpathSync(fileFolder('served'));
  writeFiles(root, {
    'secret.txt': SECRET,
    'secret.js': SECRET,
    'outside/secret.txt': SECRET,
    // The served folder's path is a prefix of this one.
    'served-too/secret.txt': SECRET,
    'served/index.html': INDEX,
    'served/_holdfast/index-Ab3_-xYz.js': SCRIPT,
    'served/_holdfast/plain.js': SCRIPT,
    'served/data.json': '{}',
    'served/notes.unknown': 'notes',
  });
  const folder = join(root, 'served');
  symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'), 'file');
  symlinkSync(join('..', '..', 'secret.js'), join(folder, '_holdfast', 'link.js'), 'file');
  symlinkSync(join(root, 'outside'), join(folder, '_holdfast', 'outside'), 'junction');
  symlinkSync(root, join(folder, 'up'), 'junction');
  symlinkSync(join(folder, '_holdfast', 'plain.js'), join(folder, '_holdfast', 'alias.js'), 'file');
  symlinkSync(join(folder, 'loop.js'), join(folder, 'loop.js'), 'file');
  return { root, folder };
}

const TITLE = '<title>{{documentTitle}}</title>';

/**
 * A request handler whose error page is only a title by default, and what sends requests to it as `fetch` does: `url` may be
 * a path of the app. `errors` collects exceptions.
 */
export function serve({ folder, ...options }: Pick<ProtocolOptions, 'folder'> & Partial<ProtocolOptions>) {
  const errors: unknown[] = [];
  const handler = createHandler({
    origins: new Origins(),
    folder,
    documents: { coded: TITLE, uncoded: TITLE },
    pageScript: '/_holdfast/page.js',
    name: 'Shop',
    app: 'Shop 1.2.3',
    styleHashes: [],
    pages: () => null,
    handlers: [],
    isPackaged: true,
    onError: (error) => errors.push(error),
    now: () => 0,
    ...options,
  });
  const send = async (to: string, init?: RequestInit, initiatorOrigin?: string): Promise<Response> => {
    const { url, method, headers } = new Request(to.startsWith('/') ? `app://shell${to}` : to, init);
    const made = await handler({ url, method, headers: Object.fromEntries(headers), initiatorOrigin });
    const { body } = made;
    const bytes = body instanceof FilePart ? readFileSync(body.path).subarray(body.start, body.end) : body;
    // Statuses such as 204 allow no body, not even an empty one.
    return new Response(bytes?.length ? bytes : null, made);
  };
  return { send, errors };
}
