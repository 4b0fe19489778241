import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface ViteAnswer {
  /** Build folder, absolute. */
  outDir: string;
  port: number;
  isHttps: boolean;
  /** The keys of `server.proxy`. */
  proxied: string[];
}

/** Time limit in ms: a configuration may run any code. */
const LIMIT_MS = 20_000;

/** Marks the answer, because a configuration may print too. */
const MARK = '\0holdfast ';
// Imported by name, so that Node takes the ES module: Vite 4 and 5 also have a CommonJS file, which lacks
// resolveConfig. Without options of Node, which workers of plugins would inherit, and without CommonJS's names, by
// which some plugins detect their environment.
const ASK = `const { resolve } = require('node:path');
for (const name of ['require', 'module', 'exports', '__filename', '__dirname']) delete globalThis[name];
import('vite').then(async ({ resolveConfig }) => {
  const [serve, build] = process.argv.slice(1).map((text) => JSON.parse(text));
  const { server } = await resolveConfig(serve, 'serve', 'development', 'development');
  const { build: { outDir }, root } = await resolveConfig(build, 'build', 'production', 'production');
  const folder = resolve(root, outDir);
  const answer = { outDir: folder, port: server.port ?? 5173, isHttps: Boolean(server.https),
    proxied: Object.keys(server.proxy ?? {}) };
  process.stdout.write(${JSON.stringify(MARK)} + JSON.stringify(answer), () => process.exit());
});`;

/** The flags after `vite` in a script, such as `--config web.config.ts`. */
function flagsIn(script: string) {
  const value = (name: string) => new RegExp(`\\s${name}[\\s=]+["']?([^\\s"';&|]+)`).exec(script)?.[1];
  return { configFile: value('(?:--config|-c)'), outDir: value('--outDir') };
}

/** Resolves the app's configuration with its own Vite, in a separate process. @throws Error with Vite's message */
export async function askVite(root: string, scripts: { dev: string; build: string }): Promise<ViteAnswer> {
  const [dev, build] = [flagsIn(scripts.dev), flagsIn(scripts.build)];
  const options = [
    { configFile: dev.configFile },
    { configFile: build.configFile, ...(build.outDir && { build: { outDir: build.outDir } }) },
  ];
  const args = ['-e', ASK, ...options.map((one) => JSON.stringify(one))];
  const ran = promisify(execFile)(process.execPath, args, { cwd: root, timeout: LIMIT_MS });
  const { stdout } = await ran.catch(({ stderr = '', killed }: { stderr?: string; killed?: boolean }) => {
    // Its message repeats the whole script.
    const said = /^(?:\w*Error\b|failed to load)[^\n]*/m.exec(stderr)?.[0];
    throw new Error(killed ? `no answer within ${LIMIT_MS / 1000} s` : (said ?? 'Vite gave no reason'));
  });
  return JSON.parse(stdout.slice(stdout.lastIndexOf(MARK) + MARK.length));
}
