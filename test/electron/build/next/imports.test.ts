import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { NEXT_IMPORTS, nextImport } from '../../../../electron/build/next/imports.ts';
import { repository, withRepository } from '../repository.ts';

vi.setConfig({ testTimeout: 20_000 });

const PROJECT = join(import.meta.dirname, '../../../..');
const NEXT = join(PROJECT, 'node_modules/next');

const OF_SERVER =
  'it is for the server: use it in getServerSideProps or getStaticProps, in files that only they import, or in /api';

/** Extra names where a component or the router is the module itself. */
const OF_DEFAULT = new Set(
  '__esModule $$typeof render displayName getInitialProps origGetInitialProps router readyCallbacks ready push replace reload back prefetch beforePopState'.split(
    ' ',
  ),
);

describe('the list', () => {
  it('has everything that a page can import from the framework', () => {
    const found = globSync('{*,compat/*,experimental/*,font/index,legacy/*}.d.ts', { cwd: NEXT })
      .map((file) => `next/${file.replace(/(?:\/index)?\.d\.ts$/, '')}`.replace('next/index', 'next'))
      .concat(['next/font/google', 'next/font/local', 'next/experimental/testing/server']);
    expect(found.length).toBeGreaterThan(25);
    for (const name of found) expect(nextImport(name), name).not.toEqual({ instead: 'it is unknown' });
  });

  it.each(
    Object.entries(NEXT_IMPORTS).flatMap(([name, entry]) =>
      'file' in entry && entry.file ? [[name, entry.file, entry] as const] : [],
    ),
  )('%s: every name of the framework is supported or refused, and %s has it', async (name, file, entry) => {
    const { names, refused = {} } = entry;
    const own = await import(`../../../../../renderer/next/${file}`);
    expect(Object.keys(own)).toEqual(expect.arrayContaining([...names]));
    const framework = Object.keys(createRequire(import.meta.url)(name)).filter((one) => !OF_DEFAULT.has(one));
    expect([...names, ...Object.keys(refused)]).toEqual(expect.arrayContaining(framework));
  });
});

describe('a build', () => {
  withRepository(['next']);

  it.each([
    ['next/headers', OF_SERVER],
    ['next/dist/any/thing.js', 'it is internal to the framework: use what is not under dist'],
    ['next/what', 'it is unknown'],
  ])('is refused for %s, by file and line', async (name, instead) => {
    repository.write(
      'src/pages/index.tsx',
      `import type { NextPage } from 'next';\n\n  import x from '${name}';\nexport default (() => <p>{String(x)}</p>) as NextPage;`,
    );
    await expect(repository.built()).rejects.toThrow(
      `${join(repository.root, 'src/pages/index.tsx')}:3: Holdfast does not support ${name}: ${instead}.`,
    );
  });

  it.each([
    ['next/navigation', 'useRouter', 'use the one in next/router'],
    ['next/link', 'useLinkStatus', 'it belongs to the app router: use the events of next/router'],
    ['next/image', 'anything', 'it is unknown'],
  ])('is refused for a name that %s does not have: %s', async (module, name, instead) => {
    repository.write('src/pages/index.tsx', `export { default } from '../Part';`);
    repository.write(
      'src/Part.tsx',
      `import {\n  ${name} as other,\n} from "${module}";\nexport default () => <p>{String(other)}</p>;`,
    );
    await expect(repository.built()).rejects.toThrow(
      `${join(repository.root, 'src/Part.tsx')}:2: Holdfast does not support "${name}" of ${module}: ${instead}.`,
    );
  });

  it('is refused for styles that only the framework compiles', async () => {
    repository.write(
      'src/pages/index.jsx',
      'export default () => (\n  <p>\n    <style jsx>{`p { color: red }`}</style>\n  </p>\n);',
    );
    await expect(repository.built()).rejects.toThrow('index.jsx:3: Holdfast does not support <style jsx>: ');
  });

  it('accepts types, and server-only code, without a notice', async () => {
    repository.write(
      'src/pages/index.tsx',
      `import { NextResponse } from 'next/server';
      import { AppProps } from 'next/app';
      import { headers } from 'next/headers';
      export default function Page(props: AppProps) { return <h1>typed</h1>; }
      export const getServerSideProps = () => ({ props: { all: [headers(), NextResponse] } });`,
    );
    expect(await repository.built()).toContain('typed');
  });
});
