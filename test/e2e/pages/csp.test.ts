/** What a strict policy allows: a library's styles by nonce, and the settings' additions. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { PROJECT, type RunningApp, startApp } from '../../support/app.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { copyPagesApp } from '../../support/pagesApp.ts';

let copy: AppCopy;
let app: RunningApp;
let asked: string[] = [];
let origin: Origin;

beforeAll(async () => {
  copy = await copyPagesApp(join(PROJECT, 'test', 'support', 'framedPages'));
  origin = await startOrigin(({ headers, url }, response) => {
    asked.push(`${headers.host?.split(':')[0]}${url}`);
    response.setHeader('Content-Type', 'text/html').end('<title>x</title><p>Framed</p>');
  });
});
afterEach(() => app.stop());
afterAll(async () => {
  await origin.close();
  await copy.remove();
});

const at = (host: string) => `${origin.url.replace('127.0.0.1', host)}/`;

async function open(frame: string, contentSecurityPolicy?: string[]): Promise<RunningApp['page']> {
  asked = [];
  const settings = join(copy.folder, 'settings.json');
  await writeFile(settings, JSON.stringify({ policy: 'strict', contentSecurityPolicy }));
  const path = `/styled?frame=${encodeURIComponent(frame)}`;
  app = await startApp({ app: copy.folder, args: [`--open=${path}`], env: { HOLDFAST_SETTINGS: settings } });
  await app.page.getByRole('heading', { name: 'Styled' }).waitFor();
  return app.page;
}

const colour = (page: RunningApp['page'], text: string) =>
  page.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).color);
/** 0 means that the picture did not load. */
const pictureWidth = (page: RunningApp['page']) =>
  page.getByAltText('Pixel').evaluate(async (image: HTMLImageElement) => {
    await image.decode().catch(() => undefined);
    return image.naturalWidth;
  });
const nonceOf = (page: RunningApp['page']) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce);

it("allows a library's styles by nonce; not data: pictures, frames and other styles", async () => {
  const page = await open(at('127.0.0.1'));
  expect(await colour(page, 'Styled')).toBe('rgb(255, 0, 0)');
  expect(await colour(page, 'By an attribute')).toBe('rgb(0, 128, 0)');
  await page.getByRole('button', { name: 'On' }).dispatchEvent('click');
  await expect.poll(() => colour(page, 'Styled')).toBe('rgb(0, 0, 255)');
  expect(await pictureWidth(page)).toBe(0);
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'h1 { color: rgb(1, 2, 3) !important }';
    document.head.append(style);
    document.body.insertAdjacentHTML('beforeend', '<p style="color: rgb(1, 2, 3)">As text</p>');
  });
  expect(await colour(page, 'Styled')).toBe('rgb(0, 0, 255)');
  expect(await colour(page, 'As text')).not.toBe('rgb(1, 2, 3)');
  const nonce = await nonceOf(page);
  expect(nonce).toMatch(/^[\w-]{22}$/);
  expect(await page.evaluate(() => Reflect.get(globalThis, '__webpack_nonce__'))).toBe(nonce);
  await page.reload();
  await page.getByRole('heading', { name: 'Styled' }).waitFor();
  expect(await colour(page, 'Styled')).toBe('rgb(255, 0, 0)');
  expect(await nonceOf(page)).not.toBe(nonce);
  expect(asked).toEqual([]);
});

it('allows what the settings add, and no more', async () => {
  const page = await open(at('127.0.0.1'), ['img-src data:', `frame-src ${at('127.0.0.1')}`]);
  expect(await pictureWidth(page)).toBe(1);
  await page.frameLocator('iframe').getByText('Framed').waitFor();
  expect(asked).toEqual(['127.0.0.1/']);
  const refused = await page.evaluate(async (src) => {
    const violation = new Promise<SecurityPolicyViolationEvent>((resolve) =>
      document.addEventListener('securitypolicyviolation', resolve, { once: true }),
    );
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
    return (await violation).effectiveDirective;
  }, at('localhost'));
  expect(refused).toBe('frame-src');
  expect(asked).toEqual(['127.0.0.1/']);
});
