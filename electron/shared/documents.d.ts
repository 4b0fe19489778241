/** Made by the build from the renderer's own component and frame (electron/dev/build/documents.ts). */
declare module 'virtual:documents' {
  /**
   * The error page as a document that needs no script, for a fault with and without a code.
   * Fill it with `fillDocument` (document.ts), which knows the tokens.
   */
  export const errorDocument: { readonly coded: string; readonly uncoded: string };
  /** CSP sources (`'sha256-…'`) of the inline styles in index.html and in the error document. */
  export const styleHashes: readonly string[];
}

/** A style sheet as text. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
