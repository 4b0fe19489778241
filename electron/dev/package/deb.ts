/**
 * Builds a .deb with the system's dpkg-deb, called as electron-builder calls fpm (CUSTOM_FPM_PATH), so that scripts,
 * desktop entry, icons and update files are the same on both ways: `node deb.ts -s dir -t deb … source=target …`
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';

export interface DebRequest {
  /** Fields of the control file, by their names there. */
  fields: Readonly<Record<string, string>>;
  compression: string;
  /** The scripts that run after the installation and after the removal. */
  scripts: { postinst: string; postrm: string };
  /** What is copied where; a source that ends with a slash is a folder whose content is meant. */
  files: { source: string; target: string }[];
  /** The file to make. */
  output: string;
}

const OPTIONS = {
  s: { type: 'string', short: 's' },
  t: { type: 'string', short: 't' },
  d: { type: 'string', short: 'd', multiple: true },
  force: { type: 'boolean' },
  'deb-recommends': { type: 'string', multiple: true },
  'deb-compression': { type: 'string' },
  'deb-priority': { type: 'string' },
  architecture: { type: 'string' },
  'after-install': { type: 'string' },
  'after-remove': { type: 'string' },
  description: { type: 'string' },
  version: { type: 'string' },
  package: { type: 'string' },
  name: { type: 'string' },
  maintainer: { type: 'string' },
  vendor: { type: 'string' },
  url: { type: 'string' },
  license: { type: 'string' },
} as const;

/** The first line is the synopsis; the others are indented, and an empty one is a dot (Debian policy 5.6.13). */
function describe(text: string): string {
  const [first = '', ...rest] = text.split('\n').map((line) => line.trim());
  const [synopsis, ...more] = first === '' ? rest : [first, ...rest];
  return [synopsis ?? '', ...more.map((line) => ` ${line || '.'}`)].join('\n');
}

/**
 * Reads fpm's arguments, as far as electron-builder 26 uses them for a .deb.
 *
 * @throws Error for an argument that is not known here, or one that is missing
 */
export function readFpmArguments(typed: readonly string[]): DebRequest {
  const { values, positionals } = parseArgs({ args: [...typed], options: OPTIONS, allowPositionals: true });
  if (values.s !== 'dir' || values.t !== 'deb') {
    throw new Error(`dpkg-deb makes a deb of folders, not "${values.t}" of "${values.s}"`);
  }
  const need = (name: Exclude<keyof typeof OPTIONS, 'd' | 'force' | 'deb-recommends'>): string => {
    const value = values[name];
    if (!value) throw new Error(`--${name} is missing`);
    return value;
  };
  const recommends = values['deb-recommends']?.join(', ');
  return {
    fields: {
      Package: need('name'),
      Version: need('version'),
      Architecture: need('architecture'),
      Maintainer: need('maintainer'),
      Priority: need('deb-priority'),
      Section: 'default',
      ...(values.d && { Depends: values.d.join(', ') }),
      ...(recommends && { Recommends: recommends }),
      Homepage: need('url'),
      Description: describe(need('description')),
    },
    compression: need('deb-compression'),
    scripts: { postinst: need('after-install'), postrm: need('after-remove') },
    files: positionals.map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at <= 0 || pair[at + 1] !== '/') throw new Error(`"${pair}" is not source=/target`);
      return { source: pair.slice(0, at), target: pair.slice(at + 1) };
    }),
    output: need('package'),
  };
}

/** Everybody may read, nobody else may write: the rights of whoever packs are not those of the installed app. */
async function evenOut(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) found.push(...(await evenOut(inside)));
    else if (entry.isFile()) {
      await chmod(inside, (await stat(inside)).mode & 0o100 ? 0o755 : 0o644);
      found.push(inside);
    }
  }
  await chmod(path, 0o755);
  return found;
}

/**
 * Builds the package.
 *
 * @throws Error with dpkg-deb's own words
 */
export async function buildDeb({ fields, compression, scripts, files, output }: DebRequest): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'holdfast-deb-'));
  try {
    for (const { source, target } of files) {
      const place = join(root, target);
      await mkdir(dirname(place), { recursive: true });
      await cp(source, place, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    }
    const installed = await evenOut(root);
    const sums: string[] = [];
    let size = 0;
    for (const file of installed.sort()) {
      const bytes = await readFile(file);
      size += bytes.length;
      sums.push(`${createHash('md5').update(bytes).digest('hex')}  ${relative(root, file)}\n`);
    }
    const control = { ...fields, 'Installed-Size': String(Math.ceil(size / 1024)) };
    const lines = Object.entries(control).map(([name, value]) => `${name}: ${value}\n`);
    const meta = join(root, 'DEBIAN');
    await mkdir(meta, { mode: 0o755 });
    await writeFile(join(meta, 'control'), lines.join(''));
    await writeFile(join(meta, 'md5sums'), sums.join(''));
    for (const [name, source] of Object.entries(scripts)) {
      await writeFile(join(meta, name), await readFile(source), { mode: 0o755 });
    }
    execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', root, output], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) await buildDeb(readFpmArguments(process.argv.slice(2)));
