/** Which build of the web app the data is of. */
import { BUILD_PATH } from '../../electron/shared/pageData.ts';

/** The build's id, or why it is not known: then no page can have data, and those without data still work. */
export type Build = { id: string } | { unknown: string };

export async function askBuild(
  ask: (path: string) => Promise<Response> = (path) => fetch(path),
): Promise<Build> {
  try {
    const response = await ask(BUILD_PATH);
    const text = await response.text();
    if (!response.ok) return { unknown: text };
    return { id: (JSON.parse(text) as { buildId: string }).buildId };
  } catch (error) {
    return { unknown: `${BUILD_PATH} could not be read: ${String(error)}` };
  }
}
