/** Every option of `next.config` (Next.js 15.5 and 16.4), and its effect on pages in Holdfast. */

/** Options that have an effect, and which. */
export const HONOURED: Readonly<Record<string, string>> = {
  env: 'as in the framework',
  images: '`deviceSizes`, `imageSizes`, `unoptimized`; the others are for the server, or named at the build',
  'turbopack.rules': "their loaders run, for instance Tailwind's and SVGR's, in rules without conditions",
};

/** Options that the build names in one line, because pages may need them: what to do, or what happens instead. */
export const NAMED: Readonly<Record<string, string>> = {
  basePath: 'pages open without this prefix, and their requests to the server at addresses without it fail',
  i18n: 'pages open without a language prefix, in the default language, and router.locale is undefined',
  trailingSlash: 'addresses have no slash at the end',
  pageExtensions: 'pages are the files that end in .tsx, .jsx, .ts and .js',
  webpack: 'its changes have no effect here',
  'turbopack.resolveAlias': 'name the file or package in the import',
  'turbopack.resolveExtensions': 'write the extension in the import',
  'images.loader': 'give each Image its `loader`',
  'images.loaderFile': 'give each Image its `loader`',
  'images.path': "the server's own address is used: /_next/image",
  'images.disableStaticImages': 'imported pictures are objects with src, width and height',
  'compiler.styledComponents': 'styled-components works without it, with other class names',
  'compiler.emotion': 'Emotion works without it; the css prop needs jsxImportSource in tsconfig.json',
  'compiler.relay': 'queries are not compiled',
  'compiler.removeConsole': 'calls of console are kept',
  'compiler.reactRemoveProperties': 'the properties are kept',
  'compiler.styledJsx': '`<style jsx>` is refused: use a CSS module',
  'compiler.define': 'use `env`',
  reactCompiler: 'pages work without it',
  publicRuntimeConfig: 'use `env`, or variables that begin with NEXT_PUBLIC_',
  sassOptions: 'Sass does not get them',
  modularizeImports: 'the build removes unused code without it',
  instrumentationClientInject: 'nothing is added to the page',
  amp: 'pages are not built for AMP',
  redirects: 'they work for pages with data, which the server answers; another path needs a page',
  rewrites: 'they work for pages with data, which the server answers; another path needs a page',
  exportPathMap: 'paths follow the files',
};

/** Options for the server or its build: nothing in the app depends on them. */
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

/** Options whose parts are listed separately. */
export const WITH_PARTS = ['compiler', 'images', 'turbopack'];
