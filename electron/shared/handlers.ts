/** What the app's own code declares, so that its main and its pages know each other's types: see holdfast/main. */

/**
 * The handlers of main, by name: `(input) => output`. An app adds its own:
 * `declare module 'holdfast/main' { interface Handlers extends HandlersOf<typeof main> {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it.
export interface Handlers {}

/** What main tells pages, by name: the type of the value. An app adds its own, as with `Handlers`. */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it.
export interface Messages {}

/** The names that are declared; any text if none is. */
export type NameIn<T> = [keyof T] extends [never] ? string : keyof T & string;

type Handler<N> = N extends keyof Handlers ? Handlers[N] : (input?: unknown) => unknown;

export type InvokeArguments<N> = Handler<N> extends (...input: infer A) => unknown ? A : never;
export type Invoked<N> = Handler<N> extends (...input: never) => infer R ? R : never;
export type Message<N> = N extends keyof Messages ? Messages[N] : unknown;
