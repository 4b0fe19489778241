/** How apps are built and served in development, by the package they depend on. */

export interface Framework {
  name: string;
  /** The package that an app of this kind depends on. */
  dependency: string;
  /** Port of its dev server. */
  port: number;
  /** Folder that its build writes. */
  build: string;
  /** The programs behind its commands, as they stand in scripts of package.json. */
  commands: { build: string; dev: string };
  /** What a build of static files needs: words in its configuration, and what to add where they are missing. */
  needs?: { files: readonly string[]; words: RegExp; add: string };
}

const scripts = (name: string) => ['ts', 'mts', 'js', 'mjs', 'cjs'].map((type) => `${name}.${type}`);

/**
 * The first that an app depends on counts: frameworks stand before the bundlers that they use. Ports and folders are the
 * defaults in each one's documentation.
 */
export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'Next.js',
    dependency: 'next',
    port: 3000,
    build: 'out',
    commands: { build: 'next build', dev: 'next dev' },
    needs: {
      files: scripts('next.config'),
      words: /\boutput\s*:\s*['"`]export['"`]/,
      add: "output: 'export', in the object that next.config exports. If it uses next/image, also images: { unoptimized: true }",
    },
  },
  {
    name: 'SvelteKit',
    dependency: '@sveltejs/kit',
    port: 5173,
    build: 'build',
    commands: { build: 'vite build', dev: 'vite' },
    needs: {
      files: [...scripts('svelte.config'), ...scripts('vite.config')],
      words: /adapter-static/,
      add: "adapter: adapter({ fallback: '200.html' }) from '@sveltejs/adapter-static', in svelte.config",
    },
  },
  {
    name: 'Nuxt',
    dependency: 'nuxt',
    port: 3000,
    build: '.output/public',
    commands: { build: 'nuxt generate', dev: 'nuxt dev' },
  },
  {
    name: 'React Router',
    dependency: '@react-router/dev',
    port: 5173,
    build: 'build/client',
    commands: { build: 'react-router build', dev: 'react-router dev' },
    needs: {
      files: scripts('react-router.config'),
      words: /\bssr\s*:\s*false\b/,
      add: 'ssr: false, in the object that react-router.config exports',
    },
  },
  {
    name: 'Astro',
    dependency: 'astro',
    port: 4321,
    build: 'dist',
    commands: { build: 'astro build', dev: 'astro dev' },
  },
  {
    name: 'Gatsby',
    dependency: 'gatsby',
    port: 8000,
    build: 'public',
    commands: { build: 'gatsby build', dev: 'gatsby develop' },
  },
  {
    name: 'Angular',
    dependency: '@angular/core',
    port: 4200,
    build: 'dist',
    commands: { build: 'ng build', dev: 'ng serve' },
  },
  {
    name: 'Create React App',
    dependency: 'react-scripts',
    port: 3000,
    build: 'build',
    commands: { build: 'react-scripts build', dev: 'react-scripts start' },
  },
  {
    name: 'Vue CLI',
    dependency: '@vue/cli-service',
    port: 8080,
    build: 'dist',
    commands: { build: 'vue-cli-service build', dev: 'vue-cli-service serve' },
  },
  {
    name: 'Vite',
    dependency: 'vite',
    port: 5173,
    build: 'dist',
    commands: { build: 'vite build', dev: 'vite' },
  },
  {
    name: 'Rsbuild',
    dependency: '@rsbuild/core',
    port: 3000,
    build: 'dist',
    commands: { build: 'rsbuild build', dev: 'rsbuild dev' },
  },
  {
    name: 'Parcel',
    dependency: 'parcel',
    port: 1234,
    build: 'dist',
    commands: { build: 'parcel build', dev: 'parcel' },
  },
  {
    name: 'webpack',
    dependency: 'webpack-dev-server',
    port: 8080,
    build: 'dist',
    commands: { build: 'webpack', dev: 'webpack serve' },
  },
];

export interface PackageJson {
  name?: string;
  productName?: string;
  homepage?: string;
  repository?: string | { url?: string };
  packageManager?: string;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The framework of an app. */
export function frameworkOf({ dependencies, devDependencies }: PackageJson): Framework | undefined {
  const all = { ...dependencies, ...devDependencies };
  return FRAMEWORKS.find(({ dependency }) => Object.hasOwn(all, dependency));
}

/** Where a script stands in a list of them: names that people give it. */
const NAMES = { dev: ['dev', 'start', 'serve', 'develop'], build: ['build', 'generate', 'export'] } as const;

/**
 * The script of package.json that runs a framework's command: one that does, or one with a usual name.
 * @param program the framework's command, such as `next dev`; absent: the name alone counts
 */
export function scriptFor(
  kind: 'dev' | 'build',
  scripts: Readonly<Record<string, string>>,
  program?: string,
): string | undefined {
  const names = [...NAMES[kind], ...Object.keys(scripts)].filter((name) => Object.hasOwn(scripts, name));
  // `vite` is a dev server, `vite build` and `vite preview` are not.
  const words = program && new RegExp(`(?:^|[\\s;&])${program}(?![\\w:-])(?!\\s+(?:build|preview|optimize))`);
  const runs = words ? names.find((name) => words.test(scripts[name] ?? '')) : undefined;
  return runs ?? NAMES[kind].find((name) => Object.hasOwn(scripts, name));
}

/** The port that a script asks for: `next dev -p 4000`, `PORT=4000 react-scripts start`. */
export function portIn(script: string): number | undefined {
  const found = /(?:\s(?:--port|-p)[\s=]+|(?:^|\s)PORT=)(\d{2,5})\b/.exec(script)?.[1];
  return found === undefined ? undefined : Number(found);
}
