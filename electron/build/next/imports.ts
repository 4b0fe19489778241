/**
 * Everything that a page written for Next.js (pages router, 15 and 16) can import from the framework, and how Holdfast
 * handles it. The build resolves `next/…` with this list alone, and the guide's table is generated from it.
 */

interface Provided {
  /** The file in renderer/next that replaces it; absent if the build generates the code. */
  file?: string;
  /** The supported imports. */
  names: readonly string[];
  /** The unsupported imports, by name, with what to do instead. */
  refused?: Readonly<Record<string, string>>;
  differs?: string;
}

export interface Refused {
  /** What to do instead. A sentence that begins in lower case. */
  instead: string;
}

const OF_SERVER =
  'it is for the server: use it in getServerSideProps or getStaticProps, in files that only they import, or in /api';
const OF_APP_ROUTER = 'it belongs to the app router';
const OF_CONFIG = 'it is for next.config and tests: pages do not need it';
const ONLY_TYPES = 'a page takes only types from it: write `import type`';

/** By the text in the import, without `.js`. */
export const NEXT_IMPORTS: Readonly<Record<string, Provided | Refused>> = {
  'next/app': {
    file: 'app.tsx',
    names: ['default'],
    differs: '`getInitialProps` of `_app` is refused',
  },
  'next/compat/router': { file: 'router.tsx', names: ['useRouter'] },
  'next/dynamic': {
    file: 'dynamic.tsx',
    names: ['default'],
    refused: { noSSR: 'write dynamic(load, { ssr: false })' },
    differs: '`ssr` has no effect: pages are rendered in the window',
  },
  'next/error': { file: 'error.tsx', names: ['default'] },
  'next/font/google': {
    names: ['*'],
    differs:
      "the app's own `next` loads the fonts during the build, and they become its files; without a network the " +
      'build prints one line and uses the fallback',
  },
  'next/font/local': { names: ['default'] },
  'next/head': {
    file: 'head.tsx',
    names: ['default'],
    refused: { defaultHead: 'a document has its charset and viewport already' },
    differs: 'no `script` in it runs: scripts come only from the build',
  },
  'next/image': {
    file: 'image.tsx',
    names: ['default', 'getImageProps'],
    differs: 'a picture in the build is used unchanged; blurred placeholders are not generated',
  },
  'next/link': {
    file: 'link.tsx',
    names: ['default'],
    refused: { useLinkStatus: `${OF_APP_ROUTER}: use the events of next/router` },
    differs: '`legacyBehavior` is refused when the link is shown: remove the `<a>`',
  },
  'next/navigation': {
    file: 'navigation.tsx',
    names: ['useParams', 'usePathname', 'useSearchParams'],
    refused: Object.fromEntries([
      ['useRouter', 'use the one in next/router'],
      ...['redirect', 'permanentRedirect', 'notFound', 'forbidden', 'unauthorized'].map((name) => [
        name,
        'return it from getServerSideProps, or use push of next/router',
      ]),
      ...[
        'ReadonlyURLSearchParams',
        'RedirectType',
        'ServerInsertedHTMLContext',
        'unstable_isUnrecognizedActionError',
        'unstable_rethrow',
        'useSelectedLayoutSegment',
        'useSelectedLayoutSegments',
        'useServerInsertedHTML',
      ].map((name) => [name, OF_APP_ROUTER]),
    ] as [string, string][]),
  },
  'next/router': {
    file: 'router.tsx',
    names: ['default', 'useRouter', 'withRouter'],
    refused: {
      Router: 'use the default export, or useRouter',
      createRouter: 'the router exists already: use the default export, or useRouter',
      makePublicRouterInstance: 'use the default export, or useRouter',
    },
    differs:
      'an error thrown by a handler of `routeChangeStart` does not stop the navigation; `beforePopState` throws; ' +
      '`shallow` works for another query of the same path',
  },
  next: { instead: ONLY_TYPES },
  'next/amp': { instead: 'the framework has deprecated it too: leave it out' },
  'next/babel': { instead: OF_CONFIG },
  'next/cache': { instead: OF_SERVER },
  'next/client': { instead: 'Holdfast starts the page itself: leave it out' },
  'next/config': { instead: 'use `env` of next.config, or variables that begin with NEXT_PUBLIC_' },
  'next/constants': { instead: OF_CONFIG },
  'next/document': { instead: 'only pages/_document may import it' },
  'next/experimental/*': { instead: OF_CONFIG },
  'next/font': { instead: ONLY_TYPES },
  'next/form': { instead: 'use a `<form>` with onSubmit and push of next/router' },
  'next/headers': { instead: OF_SERVER },
  'next/jest': { instead: OF_CONFIG },
  'next/legacy/image': { instead: 'use next/image' },
  'next/offline': { instead: `${OF_APP_ROUTER}: listen to the events online and offline of the window` },
  'next/og': { instead: OF_SERVER },
  'next/root-params': { instead: OF_APP_ROUTER },
  'next/script': {
    instead: 'scripts come only from the build: import the package, or leave it out of the desktop app',
  },
  'next/server': { instead: OF_SERVER },
  'next/types': { instead: ONLY_TYPES },
  'next/web-vitals': { instead: 'the traces of reports contain these figures: leave it out' },
  'next/dist/*': { instead: 'it is internal to the framework: use what is not under dist' },
  'styled-jsx': { instead: "only the framework's compiler makes its styles: use a CSS module" },
  'styled-jsx/*': { instead: "only the framework's compiler makes its styles: use a CSS module" },
  '@next/font/*': { instead: 'write next/font' },
  '@next/third-parties/*': { instead: 'scripts come only from the build: leave it out' },
};

/** Returns the entry for an import; undefined if it is not from the framework. */
export function nextImport(specifier: string): Provided | Refused | undefined {
  const name = specifier.replace(/\.js$/, '');
  const below = Object.keys(NEXT_IMPORTS).find(
    (key) => key.endsWith('/*') && name.startsWith(key.slice(0, -1)),
  );
  const entry = NEXT_IMPORTS[name] ?? (below && NEXT_IMPORTS[below]);
  if (entry) return entry;
  return /^next(?:\/|$)/.test(name) ? { instead: 'it is unknown' } : undefined;
}
