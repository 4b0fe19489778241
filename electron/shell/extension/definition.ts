/** Checks the argument of `defineMain`. Pure. */
import { isObject } from '../../shared/isObject.ts';
import { nearest } from '../../shared/nearest.ts';
import type { Main } from './main.ts';

const FUNCTIONS = ['ready', 'menu', 'requestHeaders', 'sentry'] as const;
const KEYS = [...FUNCTIONS, 'handle'];
const HANDLER_KEYS = ['input', 'remote', 'run'];

/** Returns ` Did you mean "x"?`, or lists the known words; ends a sentence. */
export function hint(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  if (near !== undefined) return ` Did you mean "${near}"?`;
  return words.length > 0 ? ` Known names: ${words.slice(0, 20).join(', ')}.` : '';
}

/** @throws TypeError that names the mistake */
export function checkDefinition(main: unknown): asserts main is Main {
  if (!isObject(main)) throw new TypeError('defineMain takes an object.');
  for (const key of Object.keys(main))
    if (!KEYS.includes(key)) throw new TypeError(`defineMain: unknown key "${key}".${hint(key, KEYS)}`);
  for (const key of FUNCTIONS)
    if (main[key] !== undefined && typeof main[key] !== 'function')
      throw new TypeError(`defineMain: "${key}" must be a function.`);
  const { handle = {} } = main;
  if (!isObject(handle)) throw new TypeError('defineMain: "handle" must be an object of handlers, by name.');
  for (const [name, handler] of Object.entries(handle)) checkHandler(`handle.${name}`, handler);
}

function checkHandler(name: string, handler: unknown): void {
  const problem = (what: string) => new TypeError(`defineMain: "${name}" ${what}`);
  if (!isObject(handler) || typeof handler.run !== 'function') throw problem('must have a function "run".');
  for (const key of Object.keys(handler))
    if (!HANDLER_KEYS.includes(key)) throw problem(`has an unknown key "${key}".${hint(key, HANDLER_KEYS)}`);
  if (!['undefined', 'boolean'].includes(typeof handler.remote))
    throw problem('must have true or false as "remote".');
  if (handler.input === undefined) return;
  const standard = (handler.input as { '~standard'?: { validate?: unknown } } | null)?.['~standard'];
  if (typeof standard?.validate !== 'function')
    throw problem('must have a Standard Schema as its "input", such as one of valibot, zod or arktype.');
}
