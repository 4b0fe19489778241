/**
 * The part of Standard Schema (https://standardschema.dev) that is used here; valibot, zod and arktype implement it.
 * Only a few types, so that the package's types need no other package.
 */

export interface Issue {
  readonly message: string;
  /** The path: keys, or objects that hold one. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type Validated =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

export interface Schema {
  readonly '~standard': {
    readonly version: 1;
    readonly validate: (value: unknown) => Validated | Promise<Validated>;
  };
}

/** The types of a schema, or of a handler without one, which takes no input. */
type TypesOf<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T>
  : { input: undefined; output: undefined };

/** What a page passes. */
export type InputOf<S> = TypesOf<S> extends { input: infer I } ? I : unknown;
/** What the schema returns. */
export type OutputOf<S> = TypesOf<S> extends { output: infer O } ? O : unknown;
