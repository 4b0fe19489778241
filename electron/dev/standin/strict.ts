/** What keeps the stand-in honest: whatever it has not got throws, it never answers with a guess. */
import { EventEmitter } from 'node:events';

/** The error of an Electron feature that the stand-in has not got. `name` is Electron's, e.g. `app.dock`. */
export function notImplemented(name: string): Error {
  return new Error(`stand-in: ${name} is not implemented`);
}

/** JavaScript itself asks for these. */
const PROBES = new Set(['then', 'toJSON']);
/** What a destroyed object of Electron still answers to. */
const SURVIVING = new Set(['id', 'isDestroyed', ...Object.getOwnPropertyNames(EventEmitter.prototype)]);

/**
 * Wraps an object so that reading or setting a property that it has not got throws, and using it after
 * `isDestroyed()` throws in Electron's words.
 */
export function strict<T extends object>(target: T, name: string, isDestroyed = () => false): T {
  const check = (property: string | symbol) => {
    if (typeof property === 'symbol') return;
    if (isDestroyed() && !SURVIVING.has(property)) throw new TypeError('Object has been destroyed');
    if (!(property in target) && !PROBES.has(property)) throw notImplemented(`${name}.${property}`);
  };
  return new Proxy(target, {
    get(object, property, receiver) {
      check(property);
      return Reflect.get(object, property, receiver);
    },
    set(object, property, value, receiver) {
      check(property);
      return Reflect.set(object, property, value, receiver);
    },
  });
}

/** Members that every emitter has, in types of their own for each event. */
type EmitterMethod = Exclude<keyof EventEmitter, symbol>;

/** What Electron declares of an object of the stand-in: its type for every name that both have. */
export type Shared<Own, Electrons> = Pick<
  Electrons,
  Exclude<Extract<keyof Own, keyof Electrons>, EmitterMethod>
>;

/** A class whose instances are strict, and itself too. */
export function strictClass<T extends new (...args: never[]) => object>(made: T, name: string): T {
  const face = strict(made, name);
  return new Proxy(face, {
    construct: (_face, args) => strict(new made(...(args as never[])), name),
  });
}
