/** Small apps by the generators of today, in the versions that the registry has: what they write is a build like anybody's. */

export interface Generator {
  name: string;
  /** Makes the folder `app`. */
  create?: string;
  /** To install at their newest, besides those of `create`. */
  packages?: string;
  files?: Readonly<Record<string, string>>;
  build: string;
  /** The folder that it writes. */
  out: string;
  /** Where it was made to be. */
  base?: string;
  /** The documents that its host is told to send for paths without their own; the guide needs no setting for them. */
  fallbacks?: Readonly<Record<string, string>>;
  /** What a start needs: the text of its first page, the link from there, and what that leads to. */
  first: string;
  link: string;
  second: string;
  /** Paths to open by themselves, below the base, and what they show. */
  deep?: Readonly<Record<string, string>>;
  /** Paths below the base that its router or a script of it fetches. */
  fetched?: readonly string[];
}

const LAYOUT = `---
import { ClientRouter } from 'astro:transitions';
const { title } = Astro.props;
const base = import.meta.env.BASE_URL.replace(/\\/$/, '');
---
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><ClientRouter /></head>
<body><input transition:persist><h1>{title}</h1><a href={base + '/'}>Home</a> <a href={base + '/about'}>About</a></body></html>`;
const ASTRO_PAGE = (title: string) =>
  `---\nimport Page from '../layouts/Page.astro';\n---\n<Page title="${title}"></Page>`;

const ROUTER_ROOT = `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
export function Layout({ children }) {
  return <html lang="en"><head><meta charSet="utf-8" /><Meta /><Links /></head>
    <body>{children}<ScrollRestoration /><Scripts /></body></html>;
}
export default function App() { return <Outlet />; }
export function HydrateFallback() { return <p>Loading</p>; }`;

const ANGULAR_ROUTES = `import { Component, inject } from '@angular/core';
import { ActivatedRoute, type Routes } from '@angular/router';
@Component({ template: '<h1>Angular first</h1>' }) class First {}
@Component({ template: '<h1>Angular item {{ id }}</h1>' })
class Item { id = inject(ActivatedRoute).snapshot.paramMap.get('id'); }
export const routes: Routes = [{ path: '', component: First }, { path: 'items/:id', component: Item }];`;

export const GENERATORS: readonly Generator[] = [
  {
    name: 'Astro, for a folder, with ClientRouter',
    packages: 'astro',
    files: {
      'astro.config.mjs': `export default { base: '/site' };`,
      'src/layouts/Page.astro': LAYOUT,
      'src/pages/index.astro': ASTRO_PAGE('Astro home'),
      'src/pages/about.astro': ASTRO_PAGE('Astro about'),
    },
    build: 'npx astro build',
    out: 'dist',
    base: '/site/',
    ...{ first: 'Astro home', link: 'About', second: 'Astro about' },
    deep: { about: 'Astro about', 'about/': 'Astro about' },
    fetched: ['', 'about', 'about/', 'about/index.html'],
  },
  {
    name: 'SvelteKit with its fallback',
    create: 'npx --yes sv@latest create app --template minimal --types ts --no-add-ons --no-install',
    packages: '@sveltejs/adapter-static',
    files: {
      'svelte.config.js': `import adapter from '@sveltejs/adapter-static';
export default { kit: { adapter: adapter({ fallback: '200.html' }) } };`,
      'vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite';
export default { plugins: [sveltekit()] };`,
      'src/routes/+page.ts': 'export const prerender = true;',
      'src/routes/+page.svelte': `<h1>Svelte home</h1><a href="/items/7">Item</a>`,
      'src/routes/items/[id]/+page.svelte': `<script>import { page } from '$app/state';</script>
<h1>Svelte item {page.params.id}</h1>`,
    },
    build: 'npx vite build',
    out: 'build',
    fallbacks: { '': '200.html' },
    ...{ first: 'Svelte home', link: 'Item', second: 'Svelte item 7' },
    deep: { 'items/9': 'Svelte item 9' },
    fetched: ['', '_app/version.json'],
  },
  {
    name: 'Nuxt, for a folder',
    // Nuxt 4.5 does not build with Vite 8.4.
    packages: 'nuxt vue vue-router vite@8.3',
    files: {
      'nuxt.config.ts': `export default defineNuxtConfig({ app: { baseURL: '/base/' }, compatibilityDate: '2026-01-01' });`,
      'app/app.vue': '<template><NuxtPage /></template>',
      'app/pages/index.vue': `<template><div><h1>Nuxt home</h1><NuxtLink to="/about">About</NuxtLink></div></template>`,
      'app/pages/about.vue': '<template><div><h1>Nuxt about</h1></div></template>',
      'app/pages/items/[id].vue': '<template><div><h1>Nuxt item {{ $route.params.id }}</h1></div></template>',
    },
    build: 'npx nuxt generate',
    out: '.output/public',
    base: '/base/',
    fallbacks: { '': '200.html' },
    ...{ first: 'Nuxt home', link: 'About', second: 'Nuxt about' },
    deep: { about: 'Nuxt about', 'items/9': 'Nuxt item 9' },
    fetched: ['about', 'about/_payload.json'],
  },
  {
    name: 'React Router without a server',
    packages: 'react react-dom react-router @react-router/dev @react-router/node isbot vite',
    files: {
      'react-router.config.ts': `export default { ssr: false, prerender: ['/', '/about'] };`,
      'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite';
export default { plugins: [reactRouter()] };`,
      'app/routes.ts': `import { index, route } from '@react-router/dev/routes';
export default [index('home.tsx'), route('about', 'about.tsx'), route('items/:id', 'item.tsx')];`,
      'app/root.tsx': ROUTER_ROOT,
      'app/home.tsx': `import { Link } from 'react-router';
export default function Home() { return <><h1>Router home</h1><Link to="/items/7">Item</Link></>; }`,
      'app/about.tsx': 'export default function About() { return <h1>Router about</h1>; }',
      'app/item.tsx': `import { useParams } from 'react-router';
export default function Item() { return <h1>Router item {useParams().id}</h1>; }`,
    },
    build: 'npx react-router build',
    out: 'build/client',
    fallbacks: { '': '__spa-fallback.html' },
    ...{ first: 'Router home', link: 'Item', second: 'Router item 7' },
    deep: { 'items/9': 'Router item 9', about: 'Router about' },
    fetched: ['about', 'about/index.html'],
  },
  {
    name: 'Angular, for a folder',
    create:
      'npx --yes @angular/cli@latest new app --defaults --skip-git --skip-install --routing --style css --ssr false',
    files: {
      'src/app/app.routes.ts': ANGULAR_ROUTES,
      'src/app/app.html': '<a routerLink="/items/7">Item</a><router-outlet />',
      'src/app/app.ts': `import { Component } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';
@Component({ selector: 'app-root', imports: [RouterLink, RouterOutlet], templateUrl: './app.html' })
export class App {}`,
    },
    build: 'npx ng build --base-href /ng/',
    out: 'dist/app/browser',
    base: '/ng/',
    fallbacks: { '': 'index.html' },
    ...{ first: 'Angular first', link: 'Item', second: 'Angular item 7' },
    deep: { 'items/9': 'Angular item 9' },
    fetched: ['index.html'],
  },
  {
    name: 'VitePress, for a folder',
    packages: 'vitepress vue',
    files: {
      '.vitepress/config.mts': `export default { title: 'Docs', base: '/docs/' };`,
      'index.md': '# Press home\n\n[To the guide](/guide/start)\n',
      'guide/start.md': '# Press guide\n\n[Home](/)\n',
    },
    build: 'npx vitepress build',
    out: '.vitepress/dist',
    base: '/docs/',
    ...{ first: 'Press home', link: 'To the guide', second: 'Press guide' },
    deep: { 'guide/start': 'Press guide', nowhere: '404' },
    fetched: ['guide/start.html', 'hashmap.json'],
  },
  {
    name: 'Next.js, exported, for a folder',
    create:
      'npx --yes create-next-app@latest app --ts --no-tailwind --no-eslint --empty --no-src-dir --no-agents-md --no-cache-components --import-alias @/* --use-npm --app --yes --skip-install',
    files: {
      'next.config.ts': `export default { output: 'export', basePath: '/next' };`,
      'app/page.tsx': `import Link from 'next/link';
export default function Page() { return <><h1>Next home</h1><Link href="/about">About</Link></>; }`,
      'app/about/page.tsx': 'export default function Page() { return <h1>Next about</h1>; }',
    },
    build: 'npx next build',
    out: 'out',
    base: '/next/',
    ...{ first: 'Next home', link: 'About', second: 'Next about' },
    deep: { about: 'Next about', 'about.html': 'Next about', nowhere: '404' },
    fetched: ['about', 'about.txt', 'about/__next._tree.txt'],
  },
];
