/** The types that the app's own main and its pages share: see holdfast/main. */

/**
 * The handlers in main, by name: `(input) => output`. An app adds its own: `declare module 'holdfast/main' { interface
 * Handlers extends HandlersOf<typeof main> {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it.
export interface Handlers {}

/** The messages from main to pages, by name: the type of the value. An app adds its own, as with `Handlers`. */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it.
export interface Messages {}

/** The declared names; any string if none is declared. */
export type NameIn<T> = [keyof T] extends [never] ? string : keyof T & string;

type Handler<N> = N extends keyof Handlers ? Handlers[N] : (input?: unknown) => unknown;

export type InvokeArguments<N> = Handler<N> extends (...input: infer A) => unknown ? A : never;
export type Invoked<N> = Handler<N> extends (...input: never) => infer R ? R : never;
export type Message<N> = N extends keyof Messages ? Messages[N] : unknown;
