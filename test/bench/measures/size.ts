/** What is installed: the size of app.asar. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createPackage } from '@electron/asar';
import { PROJECT } from '../../support/app.ts';
import { type Context, type Findings, once } from '../support/rows.ts';
import { createSides } from '../support/sides.ts';

const MODULES = join(PROJECT, 'node_modules');
const LIMIT_MB = 2.5;

/** The folders of a package and of all that it needs at run time. */
async function installed(name: string, from: string, found = new Set<string>()): Promise<Set<string>> {
  const folder = folderOf(name, from);
  if (!folder || found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies)) await installed(dependency, folder, found);
  return found;
}

function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(PROJECT); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return undefined;
}

export async function measureSize({ log }: Context): Promise<Findings> {
  log('size: packing both');
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-size-'));
  const sides = await createSides('http://key@127.0.0.1:9/1', () =>
    Promise.reject(new Error('no such side')),
  );
  try {
    const script = join(PROJECT, 'electron', 'dev', 'package', 'pack.ts');
    const args = [script, '--dir', `--output=${join(folder, 'package')}`];
    await promisify(execFile)(process.execPath, args, { cwd: PROJECT });
    const packed = [
      'linux-unpacked',
      'win-unpacked',
      'mac/Holdfast.app/Contents',
      'mac-arm64/Holdfast.app/Contents',
    ]
      .flatMap((name) =>
        ['resources', 'Resources'].map((part) => join(folder, 'package', name, part, 'app.asar')),
      )
      .find((file) => existsSync(file));
    if (!packed) throw new Error(`electron-builder left no app.asar in ${folder}.`);

    const stock = await sides.side('stock');
    const stage = join(folder, 'stock');
    await mkdir(join(stage, 'node_modules'), { recursive: true });
    for (const name of ['package.json', 'main.cjs', 'preload.cjs', 'dist'])
      await cp(join(stock.folder, name), join(stage, name), { recursive: true });
    const { dependencies } = createRequire(import.meta.url)('../baselines/stock/package.json') as {
      dependencies: Record<string, string>;
    };
    const folders = new Set<string>();
    for (const name of Object.keys(dependencies)) await installed(name, PROJECT, folders);
    for (const one of folders) {
      await cp(one, join(stage, 'node_modules', one.slice(MODULES.length + 1)), { recursive: true });
    }
    await createPackage(stage, join(folder, 'stock.asar'));

    const megabytes = async (file: string) => (await stat(file)).size / 1e6;
    const ours = await megabytes(packed);
    return {
      rows: [
        {
          what: 'packaged app.asar',
          unit: 'MB',
          sides: { holdfast: once(ours), stock: once(await megabytes(join(folder, 'stock.asar'))) },
          ratio: { of: 'holdfast', to: 'stock' },
          goal: { text: `≤ ${LIMIT_MB} MB`, isMet: ours <= LIMIT_MB },
          note: `stock: its dependency and the ${folders.size - 1} packages that it brings`,
        },
      ],
    };
  } finally {
    await sides.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
