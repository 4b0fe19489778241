/** Electron's session preload scripts: they run in every document of the session, before the window's own preload. */
import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { notImplemented } from './strict.ts';

/** Others choose the addresses that a script is for: here it is for all. */
const KNOWN: ReadonlySet<string> = new Set(['type', 'filePath', 'id']);

let scripts: Electron.PreloadScript[] = [];
/** A window has been made: the stand-in's pages get their scripts then, Electron's with each document. */
let areTaken = false;

function refuseLate(name: string): void {
  if (areTaken) throw notImplemented(`session.${name} after the first window`);
}

export const preloadScripts = {
  register(script: Electron.PreloadScriptRegistration): string {
    refuseLate('registerPreloadScript');
    const { type, filePath } = script;
    const id = script.id ?? randomUUID();
    const other = Object.keys(script).find((name) => !KNOWN.has(name));
    if (other) throw notImplemented(`session.registerPreloadScript with ${other}`);
    if (type !== 'frame') throw notImplemented(`session.registerPreloadScript of type ${type}`);
    if (!isAbsolute(filePath)) throw new Error(`Preload script must have absolute path: ${filePath}`);
    if (scripts.some((one) => one.id === id))
      throw new Error(`Cannot register preload script with existing ID '${id}'`);
    scripts.push({ type, filePath, id });
    return id;
  },
  unregister(id: string): void {
    refuseLate('unregisterPreloadScript');
    if (!scripts.some((one) => one.id === id))
      throw new Error(`Cannot unregister preload script with non-existing ID '${id}'`);
    scripts = scripts.filter((one) => one.id !== id);
  },
  all: (): Electron.PreloadScript[] => scripts.map((one) => ({ ...one })),
  /** For a new window's page: paths in the order in which they run. */
  take(): string[] {
    areTaken = true;
    return scripts.map(({ filePath }) => filePath);
  },
};
