/** What keeps the stand-in honest: whatever it has not got throws, it never answers with a guess. */
import { EventEmitter } from 'node:events';

/** The error of an Electron feature that the stand-in has not got. `name` is Electron's, e.g. `app.dock`. */
export function notImplemented(name: string): Error {
  return new Error(`stand-in: ${name} is not implemented`);
}

/** JavaScript itself and bundlers' interop ask for these. */
const PROBES = new Set(['then', 'toJSON', '__esModule']);
/** What a destroyed object of Electron still answers to. */
const SURVIVING = new Set(['id', 'isDestroyed', ...Object.getOwnPropertyNames(EventEmitter.prototype)]);

/** What comes from no class of the stand-in. */
const INHERITED = new Set<string | symbol>([
  ...Reflect.ownKeys(EventEmitter.prototype),
  ...Reflect.ownKeys(Object.prototype),
  ...Reflect.ownKeys(Function.prototype),
]);

/**
 * Wraps an object so that reading or setting a property that it has not got throws, and using it after
 * `isDestroyed()` throws in Electron's words.
 */
export function strict<T extends object>(target: T, name: string, isDestroyed = () => false): T {
  const check = (property: string | symbol) => {
    if (typeof property === 'symbol' || PROBES.has(property)) return;
    if (isDestroyed() && !SURVIVING.has(property)) throw new TypeError('Object has been destroyed');
    if (!(property in target)) throw notImplemented(`${name}.${property}`);
  };
  const bound = new Map<unknown, unknown>();
  /** A class's own methods work on the object itself, which they may use when it is destroyed. */
  const unwrapped = (property: string | symbol, value: unknown) => {
    const isMethod = typeof value === 'function' && !Object.hasOwn(target, property);
    if (!isMethod || INHERITED.has(property)) return value;
    if (!bound.has(value)) bound.set(value, value.bind(target));
    return bound.get(value);
  };
  return new Proxy(target, {
    get(object, property) {
      check(property);
      return unwrapped(property, Reflect.get(object, property));
    },
    set(object, property, value) {
      check(property);
      return Reflect.set(object, property, value);
    },
  });
}

/** Members that every emitter has, in types of their own for each event. */
type EmitterMethod = Exclude<keyof EventEmitter, symbol>;

/** What Electron declares of an object of the stand-in: its type for every name that both have. */
export type Shared<Own, Electrons> = Pick<
  Electrons,
  Exclude<Extract<keyof Own, keyof Electrons>, EmitterMethod | 'prototype'>
>;

/** A class whose instances are strict, and itself too. */
export function strictClass<T extends new (...args: never[]) => object>(made: T, name: string): T {
  const face = strict(made, name);
  return new Proxy(face, {
    construct: (_face, args) => strict(new made(...(args as never[])), name),
  });
}
