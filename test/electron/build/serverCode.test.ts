import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { repository, withRepository } from './repository.ts';

vi.setConfig({ testTimeout: 20_000 });

withRepository();

it('a server-only name may mean something else in the page', async () => {
  repository.write(
    'src/pages/index.tsx',
    `import fs from 'node:fs';
    import path from 'node:path';
    const file = () => path.join('a secret folder', again(1));
    function again(count: number): string { return count > 9 ? file() : fs.readFileSync('/x', 'utf8'); }
    export default function Page({ fs, ...props }: { fs: string; path: string }) {
      return <h1>{fs}{props.path}{[1].map((file) => file)}a page</h1>;
    }
    export const getServerSideProps = async () => ({ props: { fs: file(), path: '' } });`,
  );
  const text = await repository.built();
  expect(text).toContain('a page');
  expect(text).not.toContain('a secret folder');
});

it('keeps what the page also uses, whoever else uses it', async () => {
  repository.write(
    'src/pages/index.tsx',
    `import { title } from '../title';
    const both = () => title + ' of both';
    export default function Page() { return <h1>{both()}</h1>; }
    async function getStaticProps() { return { props: { both: both() } }; }
    export { getStaticProps };`,
  );
  repository.write('src/title.ts', `export const title = 'the title';`);
  const text = await repository.built();
  expect(text).toContain('the title');
  expect(text).toContain('of both');
});

it('is taken from every page, the missing one too, and from no other module', async () => {
  repository.write(
    'src/pages/index.tsx',
    `import { config } from '../config'; export default () => <p>{config}</p>;`,
  );
  repository.write('src/config.ts', `export const config = 'kept words';`);
  repository.write(
    'src/pages/404.tsx',
    `export default () => <p>nothing is here</p>;
    export const getStaticProps = () => ({ props: { a: 'words for the server' } });`,
  );
  const text = await repository.built();
  for (const words of ['kept words', 'nothing is here']) expect(text).toContain(words);
  expect(text).not.toContain('words for the server');
});

it('names server code that would ship, with the files up to the page', async () => {
  repository.write(
    'src/pages/index.tsx',
    `import { all } from '../list'; export default () => <p>{all()}</p>;`,
  );
  repository.write('src/list.ts', `export * from './disk';`);
  repository.write('src/disk.ts', `import fs from 'node:fs'; export const all = () => fs.readdirSync('/');`);
  const error = await repository.built().catch(String);
  expect(error).toContain(
    [
      `Server code would ship in the page: ${join(repository.root, 'src/disk.ts')} uses the Node module fs`,
      `  imported by ${join(repository.root, 'src/list.ts')}`,
      `  imported by ${join(repository.root, 'src/pages/index.tsx')}`,
    ].join('\n'),
  );
});
