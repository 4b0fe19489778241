/** `holdfast dev`: runs the app's own dev server, shows it, and ends with it. Without one, pages are built as they change. */
import { assemble } from '../app/assemble.ts';
import { bundleMain, watchMain } from '../app/bundleMain.ts';
import { projectHere } from '../app/projectHere.ts';
import { whereItIs } from '../chromiumLog.ts';
import { isUp } from '../devServer/address.ts';
import { startServer } from '../devServer/server.ts';
import { hasDisplay, prepareDisplay, startDisplay } from '../display.ts';
import { findElectron } from '../electron.ts';
import { launch } from '../launch.ts';
import { restartable } from '../restartable.ts';
import { stopSignal } from '../signals.ts';

export interface DevValues {
  pages?: string;
}

const say = (line: string) => console.log(`dev: ${line}`);

/** @returns the app's exit code, or that of a dev server that ended first */
export async function dev({ pages }: DevValues, args: readonly string[]): Promise<number> {
  const project = await projectHere(pages);
  const { dev: address, devCommand, pages: folder = pages } = project.config.web ?? {};
  if (project.isOwn || (folder !== undefined && !address))
    return await (await import('../watchPages.ts')).watchPages(project, folder, args);
  if (!address) {
    throw new Error(
      `"web.dev" is missing in the configuration: write dev: 'http://localhost:5173', the address of your dev server. "holdfast start" needs none.`,
    );
  }
  const electron = await findElectron();
  await prepareDisplay(electron.program, false);
  const assembled = await assemble(project, { dev: address });
  const { sources } = await bundleMain(project, assembled);
  const app = { folder: assembled, out: project.out };
  const display = hasDisplay() ? undefined : await startDisplay();
  process.on('exit', () => display?.stop());
  const stopping = stopSignal();
  const server = await startServer(
    { dev: address, ...(devCommand && { devCommand }) },
    project.root,
    stopping,
    say,
  );
  try {
    say(`electron ${electron.version}${whereItIs(app.out, args)}`);
    const shown = display && { display: display.name };
    const runs = restartable(() => launch(electron, app, args, shown), stopping);
    let serverCode: number | undefined;
    let isOver = false;
    server?.ended.then(async (code) => {
      // Some commands leave a server behind, as those of containers do.
      if (isOver || (code === 0 && (await isUp(address)))) return;
      say(`"${devCommand}" ended with ${code}`);
      serverCode = code;
      runs.current.stop();
    });
    if (sources.length > 0) {
      watchMain(
        project,
        assembled,
        sources,
        (took) => {
          say(`${took}, the app starts again`);
          runs.restart();
        },
        say,
      );
    }
    const code = await runs.ended;
    isOver = true;
    return serverCode ?? code;
  } finally {
    await server?.end();
  }
}
