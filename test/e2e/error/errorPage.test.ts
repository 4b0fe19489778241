/** The error page as the user sees it: by real actions, in the painted window. accessible.test.ts has 500. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { pathOf, type RunningApp, startApp } from '../../support/app.ts';
import { background, painted } from '../../support/pixels.ts';
import { BAD_REQUEST, NOT_ALLOWED, NOT_FOUND } from '../../support/words.ts';

/** The text on the page, as the user reads it. */
async function expectPage(page: Page, code: string, sentence: string, title: string): Promise<void> {
  await page.getByText(sentence, { exact: true }).waitFor();
  expect(await page.locator('h1').textContent()).toBe(code);
  expect(await page.title()).toBe(title);
  expect(painted(await page.screenshot())).toBeGreaterThan(0.001);
}

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ args: ['holdfast://elsewhere/x'] });
});
afterAll(() => app?.stop());

it('shows 400 for a refused link on the command line, and leads to the start page', async () => {
  await expectPage(app.page, '400', `${BAD_REQUEST}.`, `400: ${BAD_REQUEST}`);
  await app.page.getByRole('link', { name: en.errorPage.home }).click();
  await expectPage(app.page, '404', `${NOT_FOUND}.`, `404: ${NOT_FOUND}`);
});

describe('the start page of a shell without pages', () => {
  it('is 404, and its route manifest is empty', async () => {
    await expectPage(app.page, '404', `${NOT_FOUND}.`, `404: ${NOT_FOUND}`);
    expect(pathOf(app.page)).toBe('/');
    const manifest = await app.page.evaluate(() => Reflect.get(globalThis, '_sentryRouteManifest'));
    expect(manifest).toBe('{"dynamicRoutes":[],"staticRoutes":[]}');
  });

  it('answers a posted form with 405', async () => {
    await app.page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/form' });
      document.body.append(form);
      form.submit();
    });
    await expectPage(app.page, '405', `${NOT_ALLOWED}.`, `405: ${NOT_ALLOWED}`);
    await app.page.getByRole('link', { name: en.errorPage.home }).click();
    await expectPage(app.page, '404', `${NOT_FOUND}.`, `404: ${NOT_FOUND}`);
  });

  it('copies its details to the clipboard', async () => {
    await app.page.getByRole('button', { name: en.errorPage.copyDetails }).click();
    await app.page.getByText('Copied').waitFor();
    // Pasted by hand: the page may not read the clipboard, nor may a test in it.
    await app.page.evaluate(() => document.body.prepend(document.createElement('textarea')));
    await app.page.locator('textarea').press('ControlOrMeta+V');
    const text = await app.page.locator('textarea').inputValue();
    expect(text).toContain('404');
    expect(text).toContain(NOT_FOUND);
  });

  it('shows the next steps in development, and provides a first page', async () => {
    await app.page.getByText(en.errorPage.noPages).waitFor();
    const lines = await app.page.locator('.fault-first code').allTextContents();
    const commands = ['npm run example', 'npm run dev', 'npx holdfast init'];
    expect(lines).toEqual([commands[0], 'renderer/pages/index.tsx', ...commands.slice(1)]);
    // Another try cannot help: there is nothing to load yet.
    expect(await app.page.getByRole('link').allTextContents()).toEqual([
      en.errorPage.help.guidePages,
      en.errorPage.help.guideApp,
    ]);
    expect(
      await app.page.locator('.fault-first').getByRole('button', { name: 'Copy', exact: true }).count(),
    ).toBe(3);
    // Already in the document: the list does not appear after the first paint.
    const html = await app.page.evaluate(async () =>
      (await fetch('/', { headers: { accept: 'text/html' } })).text(),
    );
    for (const line of lines) expect(html).toContain(line);
    await app.page.getByRole('button', { name: en.errorPage.firstPage.copyPage }).click();
    await app.page.evaluate(() => document.body.prepend(document.createElement('textarea')));
    await app.page.locator('textarea').first().press('ControlOrMeta+V');
    expect(await app.page.locator('textarea').first().inputValue()).toContain('export default');
    await app.page.reload();
  });

  it('works by keyboard alone, with a visible focus', async () => {
    const { page } = app;
    // The focus survives reloading the page.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.reload();
    await page.getByRole('link', { name: en.errorPage.help.guidePages }).waitFor();
    const names: string[] = [];
    const before = await page.screenshot();
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      names.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    expect(names).toEqual([
      ...[
        'Copy',
        en.errorPage.firstPage.copyPage,
        'Copy',
        'Copy',
        en.errorPage.help.guidePages,
        en.errorPage.help.guideApp,
      ],
      ...[en.errorPage.copyDetails, 'Details'],
    ]);
    expect(before.equals(await page.screenshot())).toBe(false);
  });

  it.each(['light', 'dark'] as const)('has no accessibility faults in %s', async (colorScheme) => {
    const { page } = app;
    await page.emulateMedia({ colorScheme });
    await page.getByText('Details', { exact: true }).click();
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => (await window.axe.run()).violations);
    expect(found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.getByText('Details', { exact: true }).click();
  });

  it("follows the system's colours", async () => {
    const { page } = app;
    await page.setViewportSize({ width: 720, height: 360 });
    for (const [colorScheme, colour] of [
      ['dark', '#000000'],
      ['light', '#ffffff'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      expect(background(await page.screenshot())).toBe(colour);
    }
  });
});
