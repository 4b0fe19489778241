/** Captures what was on the screen when a test failed. */
import { DEVTOOLS_ADDRESS, running } from './app.ts';
import { attach, type Cdp, connect, pagesOf } from './cdp.ts';

/** The text of all windows of all running apps, and the apps' output. */
export async function screens(): Promise<string> {
  const texts = [...running].map(async ({ stderr }) => {
    const address = DEVTOOLS_ADDRESS.exec(stderr())?.[1];
    const shown = address ? await connect(address).then(textsOf).catch(String) : 'It cannot be attached to.';
    return `The app shows:\n${shown}\nIt wrote:\n${stderr()}`;
  });
  return (await Promise.all(texts)).join('\n');
}

async function textsOf(browser: Cdp): Promise<string> {
  const texts: string[] = [];
  for (const { targetId, url } of await pagesOf(browser)) {
    const options = { sessionId: await attach(browser, targetId), timeout: 2_000 };
    const what = { expression: 'document.body?.innerText' };
    const answer = browser.send<{ result: { value?: string } }>('Runtime.evaluate', what, options);
    texts.push(`${url}\n${await answer.then(({ result }) => result.value, String)}`);
  }
  browser.close();
  return texts.join('\n');
}
