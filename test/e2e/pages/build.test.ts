/** What the build makes of a pages folder, and of none. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApp } from '../../support/app.ts';
import { buildPagesApp } from '../../support/pagesApp.ts';

it('the app as shipped has no pages: an empty manifest, and 404 for every path', async () => {
  const app = await startApp({ args: ['--open=/posts/1'] });
  try {
    await app.page.getByRole('heading', { level: 1, name: '404', exact: true }).waitFor();
    await app.page.getByText('This page could not be found.', { exact: true }).waitFor();
    const manifest = await app.page.evaluate(() => Reflect.get(globalThis, '_sentryRouteManifest'));
    expect(manifest).toBe('{"dynamicRoutes":[],"staticRoutes":[]}');
  } finally {
    await app.stop();
  }
});

it("conflicting routes fail the build, with the framework's message and the files", async () => {
  const pages = await mkdtemp(join(tmpdir(), 'holdfast-wrong-'));
  try {
    await mkdir(join(pages, 'posts', '[id]'), { recursive: true });
    await writeFile(join(pages, 'posts', '[id]', 'index.tsx'), 'export default () => null;\n');
    await writeFile(join(pages, 'posts', '[slug].tsx'), 'export default () => null;\n');
    const built = buildPagesApp(pages);
    await expect(built).rejects.toThrow(
      "You cannot use different slug names for the same dynamic path ('id' !== 'slug').",
    );
    await expect(built).rejects.toThrow('posts/[id]/index.tsx');
    await expect(built).rejects.toThrow('posts/[slug].tsx');
  } finally {
    await rm(pages, { recursive: true });
  }
});

it('server code fails the build where a page would include it, and names the file', async () => {
  const pages = await mkdtemp(join(tmpdir(), 'holdfast-server-'));
  try {
    await writeFile(
      join(pages, 'index.tsx'),
      "import { readFileSync } from 'node:fs';\nexport default () => readFileSync('/etc/hostname', 'utf8');\n",
    );
    const built = buildPagesApp(pages);
    await expect(built).rejects.toThrow(`Server code would ship in the page: ${join(pages, 'index.tsx')} `);
  } finally {
    await rm(pages, { recursive: true });
  }
});

it('pages outside the repository share its React, whatever lies beside them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-apart-'));
  await mkdir(join(folder, 'src', 'pages'), { recursive: true });
  await mkdir(join(folder, 'node_modules', 'react'), { recursive: true });
  await writeFile(join(folder, 'node_modules', 'react', 'index.js'), "throw new Error('A second React');\n");
  await writeFile(join(folder, 'src', 'title.ts'), "export const title = 'Apart';\n");
  await writeFile(
    join(folder, 'src', 'pages', 'index.tsx'),
    `import { useState } from 'react';
    import { title } from '@/title';
    export default function Start() { return <h1>{useState(title)[0]}</h1>; }\n`,
  );
  const copy = await buildPagesApp(join(folder, 'src', 'pages'));
  const app = await startApp({ app: copy.folder });
  try {
    await app.page.getByRole('heading', { level: 1, name: 'Apart', exact: true }).waitFor();
  } finally {
    await app.stop();
    await copy.remove();
    await rm(folder, { recursive: true });
  }
});
