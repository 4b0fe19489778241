/** The sign of waiting for a server, over the whole window. */
import type { Screen } from './screen.ts';
import { until } from './until.ts';

/** Waits for it. Resolves to whether it is gone. */
export async function waits(app: Screen): Promise<() => Promise<boolean>> {
  const covers = (what: string) =>
    app.main<number>(`(([window]) => {
      const { width, height } = window.getContentBounds();
      return window.contentView.children.map((one) => one.getBounds()).filter((one) => ${what}).length;
    })(electron.BrowserWindow.getAllWindows())`);
  await app.shows('Loading the page');
  await app.main(`void electron.BrowserWindow.getAllWindows()[0].setSize(500, 400)`);
  await until('the sign in the whole window', () =>
    covers('width === 500 && one.width === width && one.height === height'),
  );
  const before = await covers('true');
  return async () => (await covers('true')) === before - 1;
}
