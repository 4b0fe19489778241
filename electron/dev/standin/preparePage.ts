/** Puts the preload's world and the page's bridge into every document of a page, before its own scripts. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Script } from 'node:vm';
import { makePeer } from './bridge.ts';
import type { Session } from './cdp.ts';
import { decode, encode } from './clone.ts';
import { isolatedWorld, mainWorld, type PreloadScript, type WorldOptions } from './pageWorlds.ts';

const WORLD = 'holdfast-preload';

interface Listeners {
  /** The preload's world of a new document: `speak` runs a function in it. */
  onIsolatedWorld(speak: (text: string) => Promise<unknown>): void;
  /** Text from the main frame's preload world: no other world has the binding. */
  onMessage(text: string): void;
  /** A page called `window.open`. */
  onOpen(details: { url: string; frameName: string; features: string }): void;
}

/**
 * Reads a preload, as JavaScript that makes a PreloadScript. What is missing or no JavaScript is told to main
 * whenever a document should have had it.
 */
function readPreload(path: string): string {
  const made = (problem: PreloadScript['problem'], run: string) =>
    `{ path: ${JSON.stringify(path)}, problem: ${JSON.stringify(problem)}, run: ${run} }`;
  try {
    const source = readFileSync(path, 'utf8');
    new Script(`(function () {${source}\n})`, { filename: path });
    return made(undefined, preloadFunction(source, path));
  } catch (error) {
    return made({ isSyntax: error instanceof SyntaxError, message: (error as Error).message }, 'undefined');
  }
}

/** Sets up bindings and scripts on a page. Must be done before its first navigation. */
export async function preparePage(
  session: Session,
  mainFrame: string,
  preloadPaths: readonly string[],
  listeners: Listeners,
): Promise<void> {
  const usable = preloadPaths.filter((path) => isAbsolute(path));
  if (usable.length < preloadPaths.length) console.error('preload script must have absolute path.');
  const preloads = `[${usable.map(readPreload).join(', ')}]`;
  const name = () => `standin_${randomBytes(8).toString('hex')}`;
  const options: WorldOptions = {
    nonce: randomBytes(16).toString('hex'),
    ipcBinding: name(),
    openBinding: name(),
    receiver: name(),
    process: {
      type: 'renderer',
      sandboxed: true,
      contextIsolated: true,
      platform: process.platform,
      arch: process.arch,
      versions: { ...process.versions },
    },
  };
  const frameOfWorld = new Map<number, string>();
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name !== WORLD) return;
    const { frameId } = context.auxData as { frameId: string };
    frameOfWorld.set(context.id, frameId);
    if (frameId !== mainFrame) return;
    listeners.onIsolatedWorld((text) =>
      session.send('Runtime.evaluate', {
        expression: `${options.receiver}(${JSON.stringify(text)})`,
        uniqueContextId: context.uniqueId,
      }),
    );
  });
  session.on('Runtime.executionContextsCleared', () => frameOfWorld.clear());
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name === options.openBinding) listeners.onOpen(JSON.parse(payload));
    else if (name === options.ipcBinding && frameOfWorld.get(executionContextId) === mainFrame)
      listeners.onMessage(payload);
  });
  await session.send('Page.enable');
  await session.send('Runtime.addBinding', { name: options.ipcBinding, executionContextName: WORLD });
  await session.send('Runtime.addBinding', { name: options.openBinding });
  const given = `${JSON.stringify(options)}, ${encode}, ${decode}, ${makePeer}`;
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: WORLD,
    source: `(${isolatedWorld})(${given}, ${preloads});`,
  });
  // After the preload's: a page's own world is joined when what the preload exposes is known.
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${mainWorld})(${given});` });
  await session.send('Runtime.enable');
  await session.send('Log.enable');
}

/** The preload in the wrapper that Electron gives a sandboxed one; what the stand-in has not got throws when used. */
function preloadFunction(source: string, path: string): string {
  const missing = (name: string) =>
    `new Proxy(function () {}, { get() { throw new Error("stand-in: ${name} in a preload is not implemented"); }, ` +
    `apply() { throw new Error("stand-in: ${name} in a preload is not implemented"); } })`;
  return (
    `(function (require, process, exports, module) { ` +
    `const Buffer = ${missing('Buffer')}, setImmediate = ${missing('setImmediate')}, ` +
    `clearImmediate = ${missing('clearImmediate')}, global = globalThis; ` +
    `(function () {${source}\n}).call(undefined); })\n//# sourceURL=${path}\n`
  );
}
