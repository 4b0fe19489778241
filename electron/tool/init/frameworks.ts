/** How apps are built and served, by the package that they depend on. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseObject } from '../../shared/pageData.ts';
import { literal } from '../../shared/secretPatterns/redact.ts';
import { type PackageJson, readPackage } from '../setup/packages.ts';

type Scripts = Readonly<Record<string, string>>;

const scripts = (name: string) => ['ts', 'mts', 'js', 'mjs', 'cjs'].map((type) => `${name}.${type}`);

/** What a static export needs: words in one of these files, and what to add if they are missing. */
const NEEDS: Readonly<Record<string, { files: readonly string[]; words: RegExp; add: string }>> = {
  next: {
    files: scripts('next.config'),
    words: /\boutput\s*:\s*['"`]export['"`]/,
    add: "output: 'export', in the object that next.config exports. If it uses next/image, also images: { unoptimized: true }",
  },
  '@sveltejs/kit': {
    files: [...scripts('svelte.config'), ...scripts('vite.config')],
    words: /adapter-static/,
    add: "adapter: adapter({ fallback: '200.html' }) from '@sveltejs/adapter-static', in svelte.config or, in newer apps, in the call of sveltekit() in vite.config",
  },
  '@react-router/dev': {
    files: scripts('react-router.config'),
    words: /\bssr\s*:\s*false\b/,
    add: 'ssr: false to the object that react-router.config exports',
  },
};

export type Framework = (typeof FRAMEWORKS)[number];

/** The first match wins, so frameworks come before the bundlers that they use. Ports and folders are their defaults. */
const FRAMEWORKS = (
  [
    // Dependency, name, port, folder, commands for build and dev server.
    ['next', 'Next.js', 3000, 'out', 'next build', 'next dev'],
    ['@sveltejs/kit', 'SvelteKit', 5173, 'build', 'vite build', 'vite'],
    ['vitepress', 'VitePress', 5173, '.vitepress/dist', 'vitepress build', 'vitepress dev'],
    ['@docusaurus/core', 'Docusaurus', 3000, 'build', 'docusaurus build', 'docusaurus start'],
    ['nuxt', 'Nuxt', 3000, '.output/public', 'nuxt generate', 'nuxt dev'],
    ['@react-router/dev', 'React Router', 5173, 'build/client', 'react-router build', 'react-router dev'],
    ['astro', 'Astro', 4321, 'dist', 'astro build', 'astro dev'],
    ['gatsby', 'Gatsby', 8000, 'public', 'gatsby build', 'gatsby develop'],
    ['@angular/core', 'Angular', 4200, 'dist', 'ng build', 'ng serve'],
    ['react-scripts', 'Create React App', 3000, 'build', 'react-scripts build', 'react-scripts start'],
    ['@vue/cli-service', 'Vue CLI', 8080, 'dist', 'vue-cli-service build', 'vue-cli-service serve'],
    ['vite', 'Vite', 5173, 'dist', 'vite build', 'vite'],
    ['@rsbuild/core', 'Rsbuild', 3000, 'dist', 'rsbuild build', 'rsbuild dev'],
    ['parcel', 'Parcel', 1234, 'dist', 'parcel build', 'parcel'],
    ['webpack-dev-server', 'webpack', 8080, 'dist', 'webpack', 'webpack serve'],
  ] as const
).map(([dependency, name, port, folder, build, dev]) => ({
  ...{ dependency, name, port, build: folder as string },
  commands: { build, dev } as Readonly<Record<'build' | 'dev', string>>,
  needs: NEEDS[dependency],
}));

/** Derives the name that users see: `@acme/web-shop` becomes `Web Shop`. @param folder the name of the app's folder */
export function nameOf(own: PackageJson, folder: string): string {
  if (own.productName) return own.productName;
  const words = (own.name ?? folder)
    .replace(/^@[^/]*\//, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ') || 'App';
}

/**
 * By dependencies or by the commands in scripts: a member of a workspace may have its dependencies at the root.
 * @param byScripts whether only the scripts count, as at the root of a workspace, which has dependencies of its members
 */
export function frameworkOf({ dependencies, devDependencies, scripts = {} }: PackageJson, byScripts = false) {
  const all = byScripts ? {} : { ...dependencies, ...devDependencies };
  const runs = ({ build, dev }: Framework['commands']) =>
    Object.values(scripts).some((script) => runsIn(script, build) || runsIn(script, dev));
  return (
    FRAMEWORKS.find(({ dependency }) => Object.hasOwn(all, dependency)) ??
    // SvelteKit has no command of its own.
    FRAMEWORKS.find(({ dependency, commands }) => dependency !== '@sveltejs/kit' && runs(commands))
  );
}

/** Whether a script runs a program. `vite` is a dev server; `vite build` and `vite preview` are not. */
const runsIn = (script: string, program: string) =>
  new RegExp(`(?:^|[\\s;&"'])${program}(?![\\w:.-])(?!\\s+(?:build|preview|optimize))`).test(script);

/** Returns the text of a script, and of those that it calls: `yarn build:app && yarn build:version`. */
export function scriptText(scripts: Scripts, name: string, seen = new Set<string>()): string {
  const text = scripts[name] ?? '';
  seen.add(name);
  const called = Object.keys(scripts).filter((other) => {
    const calls = `(?:\\brun(?:-[sp])?|\\b(?:yarn|pnpm|npm|bun):?)\\s*(?:-\\S+\\s+)*${literal(other)}(?![\\w:-])`;
    return !seen.has(other) && new RegExp(calls).test(text);
  });
  return [text, ...called.map((other) => scriptText(scripts, other, seen))].join(' && ');
}

/** What a script for the web is called where others build or serve other things: `build-web`, `docs:build`. */
const PARTS = /^(?:(?:web|site|docs|www|client)[:_-])?(build|dev)(?:[:_-](?:web|site|docs|www|client))?$/;

const NAMES = { dev: ['dev', 'start', 'serve', 'develop'], build: ['build', 'generate', 'export'] } as const;

/** Returns the script that runs a framework's command, or has a usual name; without a program only the name counts. */
export function scriptFor(kind: 'dev' | 'build', scripts: Scripts, program?: string): string | undefined {
  const names = [...NAMES[kind], ...Object.keys(scripts)].filter((name) => Object.hasOwn(scripts, name));
  const runs = program && names.find((name) => runsIn(scriptText(scripts, name), program));
  // `nuxt build` makes a server, where `nuxt generate` is wanted.
  const [tool, verb] = program?.split(' ') ?? [];
  const isOther = (name: string) =>
    verb !== undefined && runsIn(scriptText(scripts, name), `${tool}\\s+\\w+`);
  const usual = [...NAMES[kind], ...names.filter((name) => PARTS.exec(name)?.[1] === kind)];
  return runs || usual.find((name) => Object.hasOwn(scripts, name) && !isOther(name));
}

/** Returns the port in a script: `next dev -p 4000`, `PORT=4000 react-scripts start`. */
export function portIn(script: string): number | undefined {
  const [, port] = /(?:\s(?:--port|-p)[\s=]+|(?:^|\s)PORT=)(\d{2,5})\b/.exec(script) ?? [];
  return port === undefined ? undefined : Number(port);
}

/** The apps below the root of a workspace, with their frameworks: `apps/web (Next.js)`. */
export function appsOf(root: string, { workspaces }: PackageJson): string[] {
  if (!workspaces && !existsSync(join(root, 'pnpm-workspace.yaml'))) return [];
  const exclude = (name: string) => name === 'node_modules';
  const members = globSync('{*,*/*,*/*/*}/package.json', { cwd: root, exclude }).map(dirname).sort();
  return members.flatMap((folder) => {
    const member = readPackage(join(root, folder));
    const framework = frameworkOf(member);
    // A library is built too, but is not served.
    const isServed =
      framework && scriptFor('dev', member.scripts ?? {}, framework.commands.dev) !== undefined;
    return isServed ? [`${folder} (${framework.name})`] : [];
  });
}

/** Returns the folder of `next build`, if its build can be shown at its server's address: not with an app router. */
export function nextAtServer(root: string): string | undefined {
  const hasAppRouter = globSync('{,src/}app/**/page.{ts,tsx,js,jsx,mjs}', { cwd: root }).length > 0;
  if (hasAppRouter || !['pages', 'src/pages'].some((name) => existsSync(join(root, name)))) return undefined;
  const config = globSync('next.config.{ts,mts,js,mjs,cjs}', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  return /\bdistDir\s*:\s*['"`]([^'"`]+)/.exec(config)?.[1] ?? '.next';
}

interface AngularProject {
  projectType?: string;
  architect?: { build?: { builder?: string; options?: { outputPath?: string | OutputPath } } };
}
type OutputPath = { base?: string; browser?: string };

/** Returns the build folder of the first app in angular.json; undefined if there is none. */
export function angularFolder(root: string): string | undefined {
  const file = join(root, 'angular.json');
  const workspace = existsSync(file) ? parseObject(readFileSync(file, 'utf8')) : undefined;
  const projects = Object.entries((workspace?.projects ?? {}) as Record<string, AngularProject>);
  const [name, project] = projects.find(([, { projectType }]) => projectType !== 'library') ?? [];
  if (!name) return undefined;
  const { builder = '', options } = project?.architect?.build ?? {};
  const output = options?.outputPath;
  const { base = `dist/${name}`, browser = 'browser' } =
    typeof output === 'string' ? { base: output } : (output ?? {});
  // The older builder writes to the folder itself.
  return builder.endsWith(':browser') || browser === '' ? base : `${base}/${browser}`;
}
