/**
 * What is used of Standard Schema (https://standardschema.dev): the part of it that valibot, zod and arktype share. Types
 * only, and few, so that the package's types need no other package.
 */

export interface Issue {
  readonly message: string;
  /** Where: keys, or objects that hold one. */
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

/** Types of a schema; those of a handler without one, which takes nothing. */
type TypesOf<S> = S extends { readonly '~standard': { readonly types?: infer T } }
  ? NonNullable<T>
  : { input: undefined; output: undefined };

/** What a page gives. */
export type InputOf<S> = TypesOf<S> extends { input: infer I } ? I : unknown;
/** What the schema makes of it. */
export type OutputOf<S> = TypesOf<S> extends { output: infer O } ? O : unknown;
