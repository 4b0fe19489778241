/** `holdfast init`: detects how the app is built and writes its configuration. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isServerAddress } from '../../common/origins.ts';
import { checkConfig } from '../configFile/checkConfig.ts';
import { CONFIG_NAMES, configIn } from '../configFile/loadConfig.ts';
import { configText, type NewConfig, withIgnored } from '../init/configText.ts';
import { detect, FOLDERS, type Found, isolatedIn } from '../init/detect.ts';
import { idFrom } from '../init/id.ts';
import { writeReleaseWorkflow } from '../init/releaseWorkflow.ts';
import { askServer } from '../init/webManifest.ts';
import { nextOf, slugOf } from '../project/project.ts';
import { done, sayNext, UsageError } from '../project/say.ts';
import { typed } from '../setup/packageManager.ts';
import { holdfastFolder } from '../setup/packages.ts';

type Texts = 'name' | 'id' | 'build' | 'build-command' | 'dev' | 'dev-command' | 'address';
export type InitValues = { [K in Texts]?: string } & { [K in 'release-workflow' | 'yes' | 'force']?: true };

const ICONS = 'desktop-icons';

const NOTHING = `There is no web app in this folder: no package.json, and no index.html here or in ${FOLDERS.join(', ')}.
Run init in your app's folder, or name what the window should show: --build DIR, or --address https://shop.example.com.
A new app is made by npm create vite@latest, for example.`;

/** Asks on a terminal, as nothing in the folder says where the app's server is; undefined if it has none. */
async function askAddress(): Promise<string | undefined> {
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  const prompt = "The address of the app's server (empty: it has none): ";
  const terminal = createInterface({ input, output, prompt });
  // Ends like any program, with nothing written.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  terminal.prompt();
  let answer: string | undefined;
  for await (const line of terminal) {
    const address = line.trim();
    answer = address === '' || isServerAddress(address) ? address : undefined;
    if (answer !== undefined) break;
    console.log('It must be https, or http on this machine, such as https://shop.example.com.');
    terminal.prompt();
  }
  terminal.close();
  return answer || undefined;
}

const say = (line: string) => console.log(`init: ${line}`);

/**
 * pnpm runs install scripts only if allowed, and from this version on fails until the app has decided. Holdfast's only one
 * is for Squirrel installers, which it never makes.
 */
const PNPM_ASKS = 11;
const REFUSED = '!electron-winstaller';

/** Has pnpm write that the script does not run, or says what is to be done. */
function refuseScript(root: string, agent = process.env.npm_config_user_agent): void {
  const [, version = ''] = /^pnpm[/@](\d+)/.exec(agent ?? '') ?? [];
  if (version && Number(version) < PNPM_ASKS) return;
  const options = { cwd: root, shell: true, stdio: 'ignore' } as const;
  if (version && spawnSync(`pnpm approve-builds ${REFUSED}`, options).status === 0)
    done('told pnpm: Holdfast does not need the one install script among its packages');
  else say(`notice: pnpm ${PNPM_ASKS} or later wants this: pnpm approve-builds '${REFUSED}'`);
}

async function complete(root: string, found: Found, values: InitValues): Promise<NewConfig> {
  const { address } = values;
  const told = address && isServerAddress(address) ? await askServer(address) : undefined;
  const name = values.name ?? told?.name ?? found.name;
  // Many have no domain: the line in the file says that it can be changed so far.
  const places = address === undefined ? found.places : [address, ...found.places];
  const id = values.id ?? idFrom(places, name) ?? `com.example.${slugOf(name) || 'app'}`;
  const named = { name, id, ...(told?.icon && { icons: ICONS }) };
  const own = values.build ?? (address === undefined || found.isBuilt ? found.build : undefined);
  if (address !== undefined) {
    found.icon = told?.icon;
    found.notices = told?.notices ?? [];
    if (own === undefined) return { ...named, web: { address } };
    if (values.build === undefined)
      found.notices.push(
        'The build comes from the disk, and what it does not have from the server. If the server makes the pages, remove "build" and "buildCommand".',
      );
  }
  const build = own ?? 'dist';
  const buildCommand = values['build-command'] ?? found.buildCommand;
  const dev = values.dev ?? found.dev;
  const devCommand = values['dev-command'] ?? found.devCommand;
  // Without an address the window would have nothing to show.
  if (devCommand && !dev)
    found.notices.push(
      `"${devCommand}" is left out, because its server's address is unknown. Pass it with --dev.`,
    );
  const web = {
    ...{ build, ...(buildCommand && { buildCommand }) },
    ...(address !== undefined && { address, ...(found.serverPaths && { serverPaths: found.serverPaths }) }),
    ...(dev && { dev, ...(devCommand && { devCommand }) }),
  };
  return { ...named, web, ...isolatedIn(root, build) };
}

export async function init(given: InitValues, root = process.cwd()): Promise<number> {
  if (realpathSync(root) === realpathSync(holdfastFolder()))
    throw new Error("This is Holdfast's own repository: change to your app's folder.");
  const existing = configIn(root);
  if (existing && !given.force)
    throw new Error(`${basename(existing)} already exists: edit it, or replace it with --force.`);
  const address = given.address ?? (given.yes ? undefined : await askAddress());
  const values = { ...given, address };
  const found = await detect(root);
  const shown = values.build ?? values.address ?? found.build;
  if (shown === undefined && !existsSync(join(root, 'package.json'))) throw new Error(NOTHING);
  const config = await complete(root, found, values);
  const { build } = config.web;
  say(`${build === undefined ? 'a server' : found.what}, ${found.packageManager.name}`);
  if (shown === undefined && build && !existsSync(join(root, build)))
    found.notices.push(
      `There is no folder ${build} yet. If your pages are elsewhere: init --force --build DIR, or --address https://…`,
    );
  const file = existing ?? join(root, String(CONFIG_NAMES[0]));
  try {
    checkConfig(config, basename(file));
  } catch (error) {
    throw new UsageError(`Nothing was written. ${(error as Error).message}`);
  }
  const { web, settings, ...named } = config;
  if (settings) found.notices.push('Its _headers isolate its pages, so settings: { isolated: true } is set.');
  for (const [key, value] of Object.entries({ ...named, ...web })) say(`${key.padEnd(12)}  ${value}`);
  writeFileSync(file, configText(config));
  done(`wrote ${basename(file)}`);
  if (found.icon && !existsSync(join(root, ICONS))) {
    mkdirSync(join(root, ICONS));
    writeFileSync(join(root, ICONS, 'icon.png'), found.icon);
    done(`wrote ${ICONS}: the icon in its web manifest`);
  }
  const ignore = join(root, '.gitignore');
  const ignoring = withIgnored(existsSync(ignore) ? readFileSync(ignore, 'utf8') : '');
  if (ignoring !== undefined) {
    writeFileSync(ignore, ignoring);
    done('added .holdfast/ to .gitignore: the tool writes only there');
  }
  if (found.packageManager.name === 'pnpm') refuseScript(root);
  const workflow = writeReleaseWorkflow(root, found.packageManager, values['release-workflow'] === true);
  if (workflow) done(`wrote ${workflow}, which makes installers for three systems on GitHub`);
  for (const notice of found.notices) say(`notice: ${notice}`);
  if (config.id.startsWith('com.example.'))
    say(`notice: "${config.id}" is only an example: use a domain of yours before the first release.`);
  const command = typed(root);
  sayNext([
    [`${command} ${web.dev === undefined ? 'start' : 'dev'}`, 'shows the app in its window'],
    ...nextOf({ isHoldfast: false, root }),
  ]);
  return 0;
}
