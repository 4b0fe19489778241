/** What a person and a test see and do in the newest window's page. */
import type { Screen } from './screen.ts';
import { until } from './until.ts';

/** An expression: whether one visible element has this text; elements around it do not count. */
export const oneWith = (text: string, selector = 'body *') => `((text) =>
  [...document.querySelectorAll(${JSON.stringify(selector)})].filter((it) =>
    it.innerText?.trim() === text && it.checkVisibility() && ![...it.children].some((inner) => inner.innerText?.trim() === text),
  ).length === 1)(${JSON.stringify(text)})`;

const sessionOf = async (app: Screen) => (await app.newest())?.sessionId;

/** Sends a command to the newest window's page. */
export async function send<T>(app: Screen, method: string, params: object = {}): Promise<T> {
  return await app.browser.send<T>(method, params, { sessionId: await sessionOf(app) });
}

/** A picture of the newest window, as PNG. */
export async function pictureOf(app: Screen): Promise<Buffer> {
  const { data } = await send<{ data: string }>(app, 'Page.captureScreenshot', { optimizeForSpeed: true });
  return Buffer.from(data, 'base64');
}

/** Shows the newest window's page in these colours; in the system's if none are named. */
export async function inColours(app: Screen, value?: 'light' | 'dark'): Promise<void> {
  const features = value ? [{ name: 'prefers-color-scheme', value }] : [];
  await send(app, 'Emulation.setEmulatedMedia', { features });
}

/**
 * @param screen what runs now
 * @param origin of the pages
 */
export function onPage(screen: () => Screen, origin = () => 'app://shell') {
  /** Sends a command to the page's DevTools. */
  const sendHere = <T>(method: string, params?: object) => send<T>(screen(), method, params);

  /** Waits for a condition, an expression of the page. */
  async function holds(condition: string): Promise<void> {
    let seen = '';
    await until(
      () => `${condition}. The page says:\n${seen}`,
      async () => {
        const found = `Boolean(${condition}) || (document.body?.innerText ?? '')`;
        // A page being replaced does not answer; its successor will.
        const answer = await screen()
          .page<true | string>(found, 1_000)
          .catch(() => '');
        if (answer !== true) seen = answer;
        return answer === true;
      },
    );
  }

  return {
    send: sendHere,
    holds,
    /** Goes to a path, like the address bar of a browser. Resolves when its document has begun. */
    async open(path: string) {
      const url = origin() + path;
      const { errorText } = await sendHere<{ errorText?: string }>('Page.navigate', { url });
      if (errorText) throw new Error(`${url}: ${errorText}`);
    },
    /** Waits for the one heading of the first level, and perhaps for a condition at the same time. */
    heading: (name: string, condition = 'true') => holds(`${oneWith(name, 'h1')} && ${condition}`),
    press: (name: string) => screen().press(name),
    path: () => screen().page<string>('location.pathname + location.search + location.hash'),
    /** Calls `note` with the kind and address of each request, until the returned function is called. */
    async requests(note: (kind: string, url: string) => void) {
      const own = await sessionOf(screen());
      let isOver = false;
      screen().browser.on('Network.requestWillBeSent', ({ type, request }, from) => {
        if (from === own && !isOver) note(String(type), (request as { url: string }).url);
      });
      await sendHere('Network.enable');
      return async () => {
        isOver = true;
        await sendHere('Network.disable');
      };
    },
  };
}
