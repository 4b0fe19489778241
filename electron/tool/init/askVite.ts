/** Resolves the app's Vite config. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface ViteAnswer {
  /** Build folder as configured, usually relative. */
  outDir: string;
  base: string;
  port: number;
  isHttps: boolean;
}

/** Time limit in ms: a configuration may run any code. */
const LIMIT_MS = 20_000;

/** Marks the answer, because a configuration may print too. */
const MARK = '\0holdfast ';
const ASK = `import { pathToFileURL } from 'node:url';
const [entry, root] = process.argv.slice(1);
const { resolveConfig } = await import(pathToFileURL(entry).href);
const { server } = await resolveConfig({ root }, 'serve', 'development', 'development');
const { build, base } = await resolveConfig({ root }, 'build', 'production', 'production');
const answer = { outDir: build.outDir, base, port: server.port ?? 5173, isHttps: Boolean(server.https) };
process.stdout.write(${JSON.stringify(MARK)} + JSON.stringify(answer), () => process.exit());
`;

/**
 * Loads the configuration with the app's own Vite, in a separate process.
 * @throws Error with Vite's message if that fails
 */
export async function askVite(root: string): Promise<ViteAnswer> {
  const entry = createRequire(join(root, 'package.json')).resolve('vite');
  const args = ['--input-type=module', '-e', ASK, entry, root];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: LIMIT_MS });
  return JSON.parse(stdout.slice(stdout.lastIndexOf(MARK) + MARK.length));
}
