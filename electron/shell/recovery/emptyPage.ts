/** Whether a window shows anything. */
import { setTimeout } from 'node:timers/promises';
import type { BrowserWindow, NativeImage } from 'electron';
import { log } from '../../common/log.ts';

/** A covered window may give no picture, and a busy page no answer. */
const ANSWER_MS = 2_000;
/** Within so many milliseconds a window that is asked to paint does. */
const FRAME_MS = 200;
/** The share of the picture that borders may take: a stylesheet may draw them around a page that is gone. */
const BORDERS = 0.01;

/**
 * Whether the window shows one colour; undefined without a picture, which says nothing about the page.
 * @param lines the share of the picture that may differ
 */
export async function showsOneColour(window: BrowserWindow, lines = BORDERS): Promise<boolean | undefined> {
  if (!isSeen(window)) return undefined;
  const look = async () => {
    const picture = await inTime(window.webContents.capturePage());
    return picture && isOneColour(picture, lines);
  };
  const seen = await look();
  if (seen !== false) return seen;
  // It may be a picture of the frame before: a busy or covered window paints late.
  window.webContents.invalidate();
  await setTimeout(FRAME_MS);
  return isSeen(window) ? await look() : undefined;
}

/**
 * Whether the document is empty or completely covered (renderer/page/blank.ts) and the window also shows one colour. The
 * document is asked first: a picture costs more. One without the page script is judged by the picture alone.
 */
export async function isEmptyPage(window: BrowserWindow): Promise<boolean> {
  const isBlank = await asksDocument(window);
  if (isBlank !== true && isBlank !== 'unknown') return false;
  return (await showsOneColour(window, isBlank === true ? BORDERS : 0)) === true;
}

/** Whether the document has visible content that the window does not show; undefined if one of them does not answer. */
export async function isUnpainted(window: BrowserWindow): Promise<boolean | undefined> {
  const isBlank = await asksDocument(window);
  if (isBlank === undefined) return undefined;
  return isBlank === false && (await showsOneColour(window, 0));
}

async function asksDocument(window: BrowserWindow): Promise<unknown> {
  if (!isSeen(window)) return undefined;
  const { mainFrame } = window.webContents;
  return await inTime(mainFrame.executeJavaScript('globalThis.holdfastIsBlank?.() ?? "unknown"'));
}

export const isSeen = (window: BrowserWindow): boolean =>
  !window.isDestroyed() && window.isVisible() && !window.isMinimized();

async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await Promise.race([answer, setTimeout(ANSWER_MS, undefined, { ref: false })]);
  } catch (error) {
    log(error);
    return undefined;
  }
}

/** Whether all pixels but this share have one colour; undefined without pixels, which say nothing about the page. */
export function isOneColour(picture: Pick<NativeImage, 'toBitmap' | 'getSize'>, lines = 0) {
  const bitmap = picture.toBitmap();
  if (bitmap.length === 0) return undefined;
  const pixels = new Uint32Array(bitmap.buffer, bitmap.byteOffset, bitmap.length / 4);
  const most = pixels.length * lines;
  const { width } = picture.getSize();
  // Not at an edge, where there may be a border.
  const colour = pixels[Math.floor(pixels.length / 2 + width / 4)];
  let others = 0;
  for (const pixel of pixels) {
    if (pixel !== colour) others += 1;
    if (others > most) return false;
  }
  return true;
}
