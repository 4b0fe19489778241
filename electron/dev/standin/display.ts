/** What Chromium says of the screen and of the person's taste. */
import type { Chromium } from './chromium.ts';
import type { DisplayFacts } from './desktop.ts';

const FACTS = `({
  width: screen.width,
  height: screen.height,
  availWidth: screen.availWidth,
  availHeight: screen.availHeight,
  scaleFactor: devicePixelRatio,
  dark: matchMedia('(prefers-color-scheme: dark)').matches,
})`;

/** Asks the page that the first window gets. */
export async function displayOf(chromium: Chromium): Promise<DisplayFacts> {
  const { session } = await chromium.firstPage;
  const { result } = await session.send('Runtime.evaluate', { expression: FACTS, returnByValue: true });
  return result.value as DisplayFacts;
}
