import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { configNotices } from '../../../../electron/build/next/nextConfig.ts';
import { HONOURED, NAMED, OF_SERVER, WITH_PARTS } from '../../../../electron/build/next/options.ts';
import { repository, withRepository } from '../repository.ts';

vi.setConfig({ testTimeout: 30_000 });

const PROJECT = join(import.meta.dirname, '../../../..');

/** Replaces `@tailwindcss/turbopack`. */
const TAILWIND =
  "module.exports = (code) => code.replace('@import \"tailwindcss\";', '.min-h-screen { min-height: 100vh }');";

withRepository(['next']);

describe('next.config', () => {
  it('every option of the framework is on exactly one list', () => {
    type Schema = { _def: { getter?(): Schema; innerType?: Schema }; shape?: Record<string, Schema> };
    const keys = (schema: Schema): Record<string, Schema> =>
      schema.shape ?? keys(schema._def.getter?.() ?? (schema._def.innerType as Schema));
    const { configSchema } = createRequire(import.meta.url)('next/dist/server/config-schema');
    const all = Object.entries(keys(configSchema)).flatMap(([name, schema]) =>
      WITH_PARTS.includes(name) && name !== 'images'
        ? Object.keys(keys(schema)).map((part) => `${name}.${part}`)
        : [name],
    );
    expect(all.length).toBeGreaterThan(60);
    const listed = [...Object.keys(HONOURED), ...Object.keys(NAMED), ...OF_SERVER];
    for (const name of all) expect([name, listed.filter((one) => one === name)]).toEqual([name, [name]]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('names options without effect in one line each, and no others', () => {
    const config = {
      basePath: '/shop',
      reactStrictMode: true,
      images: { deviceSizes: [100], remotePatterns: [], loaderFile: './a.js' },
      compiler: { removeConsole: true },
      turbopack: { rules: {} },
      wat: 1,
    };
    expect(configNotices('F', config)).toEqual([
      'F has basePath: pages open without this prefix, and their requests to the server at addresses without it fail.',
      'F has images.loaderFile: give each Image its `loader`.',
      'F has compiler.removeConsole: calls of console are kept.',
      'F has wat: it is unknown and has no effect.',
    ]);
  });

  it('applies env and picture sizes, even if a function returns them', async () => {
    repository.write(
      'next.config.ts',
      `import type { NextConfig } from 'next';
      export default async (phase: string): Promise<NextConfig> =>
        ({ env: { WHO: phase + process.env.FROM_FILE }, images: { deviceSizes: [111] }, trailingSlash: true });`,
    );
    repository.write('.env', 'FROM_FILE=of the file');
    repository.write(
      'src/pages/index.tsx',
      `import Image from 'next/image'; export default () => <Image alt={process.env.WHO} src="/a.png" fill />;`,
    );
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const text = await repository.built();
    expect(text).toContain('"phase-production-buildof the file"');
    expect(text).toMatch(/deviceSizes": \[111\]|"deviceSizes":\[111\]/);
    expect(said.mock.calls.flat()).toEqual([
      `notice: ${join(repository.root, 'next.config.ts')} has trailingSlash: addresses have no slash at the end.`,
    ]);
  });

  it('an error in it fails the build, with the file', async () => {
    repository.write('next.config.mjs', `throw new Error('DATABASE is not set');`);
    repository.write('src/pages/index.tsx', 'export default () => null;');
    await expect(repository.built()).rejects.toThrow(
      `${join(repository.root, 'next.config.mjs')} cannot be read, not even by next build: DATABASE is not set`,
    );
  });

  it('the loaders of turbopack.rules run, the last one first', async () => {
    repository.write('package.json', '{}');
    repository.write(
      'next.config.js',
      `module.exports = { turbopack: { rules: {
        '*.svg': { loaders: ['./first.cjs', { loader: './second.cjs', options: { by: 'an option' } }], as: '*.js' },
        '*.css': { loaders: ['./colour.mjs'], as: '*.css' } } } };`,
    );
    repository.write('first.cjs', 'module.exports = (code) => "export default () => " + code;');
    repository.write(
      'second.cjs',
      'module.exports = function (code) { this.async()(null, JSON.stringify(code + this.getOptions().by)); };',
    );
    repository.write('colour.mjs', `export default (code) => code.replace('mine', 'rgb(1, 2, 3)');`);
    repository.write(
      'src/pages/index.tsx',
      `import './a.css'; import Icon from '../a.svg'; export default () => <p><Icon /></p>;`,
    );
    repository.write('src/pages/a.css', 'p { color: mine }');
    repository.write('src/a.svg', '<svg/> with ');
    const text = await repository.built();
    expect(text).toContain('<svg/> with an option');
    expect(text).toContain('rgb(1, 2, 3)');
  });
});

it('an imported picture is an object with its size', async () => {
  repository.write(
    'src/pages/index.tsx',
    `import logo from '../logo.svg'; import icon from '../icon.png';
    export default () => <p>{JSON.stringify([logo, icon])}</p>;`,
  );
  repository.write('src/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>');
  cpSync(join(PROJECT, 'electron/tool/pack/icon.png'), join(repository.root, 'src/icon.png'));
  const text = await repository.built();
  expect(text).toMatch(/"\/assets\/logo-[\w-]+\.svg"/);
  expect(text).toMatch(/width: 30,\s+height: 20/);
  expect(text).toMatch(/"\/assets\/icon-[\w-]+\.png"/);
});

describe('an app with the files that create-next-app writes', () => {
  it.each([
    ['15', 'pages', 'Save and see your changes instantly.', 'border-radius: 128px'],
    ['16', 'src/pages', 'To get started, edit the', '.min-h-screen {'],
  ])('%s builds with its styles, and reports two missing fonts', async (version, pages, text, rule) => {
    repository.write('node_modules/@tailwindcss/turbopack/index.js', TAILWIND);
    const copy = (from: string, to = '') =>
      cpSync(join(PROJECT, 'test/support/createNextApp', from), join(repository.root, to), {
        recursive: true,
      });
    copy('16');
    // Without a folder src, and what differs.
    if (version === '15') {
      copy('16/src');
      copy('15');
    }
    vi.stubEnv('HOLDFAST_PAGES', join(repository.root, pages));
    vi.stubEnv('https_proxy', 'http://127.0.0.1:9');
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const built = await repository.built();
    expect(said.mock.calls.filter(([line]) => String(line).startsWith('notice')).length).toBe(2);
    expect(built).toContain(text);
    expect(built).toContain(rule);
  });
});
