import { defineConfig } from 'vite';

/** As Vite's React template, with a base for pages that are loaded from a file. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: { emptyOutDir: true },
});
