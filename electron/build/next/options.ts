/** Every option of `next.config` (Next.js 15.5 and 16.4), and whether it counts for the pages in Holdfast. */

/** Those that count, and how. */
export const HONOURED: Readonly<Record<string, string>> = {
  env: 'as in the framework',
  images:
    '`deviceSizes`, `imageSizes`, `unoptimized`; what else it has is for the server, or named at the build',
  'turbopack.rules': 'their loaders run, as those of Tailwind and SVGR, in rules without conditions',
};

/** Those that the build names in one line, as pages may need them: what to do, or what happens instead. */
export const NAMED: Readonly<Record<string, string>> = {
  basePath:
    'pages open without such a prefix, and what they ask of the server at addresses without it is not found there',
  i18n: 'pages open without the prefix of a language, in the default one, and router.locale is undefined',
  trailingSlash: 'addresses have no slash at the end',
  pageExtensions: 'pages are the files that end in .tsx, .jsx, .ts and .js',
  webpack: 'what it changes does not count here',
  'turbopack.resolveAlias': 'write the file or package in the import',
  'turbopack.resolveExtensions': 'write the extension in the import',
  'images.loader': 'give each Image its `loader`',
  'images.loaderFile': 'give each Image its `loader`',
  'images.path': "the server's own is used: /_next/image",
  'images.disableStaticImages': 'imported pictures are objects with src, width and height',
  'compiler.styledComponents': 'styled-components works without it, with other class names',
  'compiler.emotion': 'Emotion works without it; the css prop needs jsxImportSource in tsconfig.json',
  'compiler.relay': 'queries are not compiled',
  'compiler.removeConsole': 'calls of console stay',
  'compiler.reactRemoveProperties': 'the properties stay',
  'compiler.styledJsx': '`<style jsx>` is refused: use a CSS module',
  'compiler.define': 'use `env`',
  reactCompiler: 'pages work without it',
  publicRuntimeConfig: 'use `env`, or variables that begin with NEXT_PUBLIC_',
  sassOptions: 'Sass gets none of them',
  modularizeImports: 'the build leaves out what is not used without it',
  instrumentationClientInject: 'nothing is put into the page',
  amp: 'pages are not made for AMP',
  redirects: 'they count for pages with data, which the server answers; another path needs a page',
  rewrites: 'they count for pages with data, which the server answers; another path needs a page',
  exportPathMap: 'paths are those of the files',
};

/** Those that are the server's, or its build's: nothing in the app depends on them. */
export const OF_SERVER: readonly string[] = `
  adapterPath agentRules allowedDevOrigins assetPrefix bundlePagesRouterDependencies cacheComponents cacheHandler
  cacheHandlers cacheLife cacheMaxMemorySize cleanDistDir compiler.defineServer compiler.runAfterProductionCompile
  compress configOrigin crossOrigin deploymentId deprecated devIndicators distDir enablePrerenderSourceMaps eslint
  excludeDefaultMomentLocales experimental expireTime generateBuildId generateEtags headers htmlLimitedBots
  httpAgentOptions logging onDemandEntries output outputFileTracingExcludes outputFileTracingIncludes
  outputFileTracingRoot outputHashSalt partialPrefetching poweredByHeader productionBrowserSourceMaps
  reactMaxHeadersLength reactProductionProfiling reactStrictMode serverExternalPackages serverRuntimeConfig
  skipMiddlewareUrlNormalize skipProxyUrlNormalize skipTrailingSlashRedirect staticPageGenerationTimeout
  supportsImmutableAssets target transpilePackages typedRoutes typescript useFileSystemPublicRoutes watchOptions
  turbopack.chunkLoadingGlobal turbopack.conditions turbopack.debugIds turbopack.ignoreIssue turbopack.moduleIds
  turbopack.root
`
  .trim()
  .split(/\s+/);

/** Options whose parts are told apart. */
export const WITH_PARTS = ['compiler', 'images', 'turbopack'];
