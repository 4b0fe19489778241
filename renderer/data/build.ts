/** Which build of the web app the data comes from. */
import { BUILD_PATH } from '../../electron/shared/pageData.ts';

/** The build's id, or why it is unknown: then pages that need data get none. */
export type Build = { id: string } | { unknown: string };

export async function askBuild(
  ask: (path: string) => Promise<Response> = (path) => fetch(path),
): Promise<Build> {
  try {
    const response = await ask(BUILD_PATH);
    const text = await response.text();
    if (!response.ok) return { unknown: text };
    const { buildId } = JSON.parse(text) as { buildId: string };
    return { id: buildId };
  } catch (error) {
    return { unknown: `Could not read ${BUILD_PATH}: ${String(error)}` };
  }
}
