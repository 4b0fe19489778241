/** Bundles as Holdfast does. */
export default {
  define: { __SENTRY_DEBUG__: 'false' },
  ssr: { noExternal: true },
  build: {
    target: 'node20',
    rolldownOptions: {
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'main.cjs', charset: 'ascii', codeSplitting: false },
    },
  },
};
