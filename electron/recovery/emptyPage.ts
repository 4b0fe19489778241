/** Whether a window shows anything. */
import { setTimeout } from 'node:timers/promises';
import type { BrowserWindow, Rectangle } from 'electron';
import { log } from '../app/log.ts';
import { isOneColour } from './look.ts';

/** In milliseconds: a covered window may give no picture, and a busy page no answer. */
const ANSWER_MS = 2_000;

/** The share of the picture that borders may take: a stylesheet may draw them around a page that is gone. */
const BORDERS = 0.01;

/**
 * Whether the window shows one colour; undefined without a picture, which says nothing about the page.
 * @param lines the share of the picture that may differ
 */
export async function showsOneColour(window: BrowserWindow, lines = BORDERS): Promise<boolean | undefined> {
  if (!isSeen(window)) return undefined;
  const capture = (part: Rectangle) => window.webContents.capturePage(part);
  return await inTime(isOneColour(capture, window.getContentSize(), lines));
}

/**
 * Whether the document is empty or completely covered (renderer/page/blank.ts) and the window also shows one colour. A
 * document without the page script is judged by the picture alone. The document is asked first: a picture costs more
 * and is rarely needed.
 */
export async function isEmptyPage(window: BrowserWindow): Promise<boolean> {
  const isBlank = await asksDocument(window);
  if (isBlank !== true && isBlank !== 'unknown') return false;
  return (await showsOneColour(window, isBlank === true ? BORDERS : 0)) === true;
}

/** Whether the document has visible content that the window does not show. */
export async function isUnpainted(window: BrowserWindow): Promise<boolean> {
  return (await asksDocument(window)) === false && (await showsOneColour(window, 0)) === true;
}

/** Asks the document whether it is empty, except while nobody sees its window. */
async function asksDocument(window: BrowserWindow): Promise<unknown> {
  if (!isSeen(window)) return undefined;
  const { mainFrame } = window.webContents;
  return await inTime(mainFrame.executeJavaScript('globalThis.holdfastIsBlank?.() ?? "unknown"'));
}

const isSeen = (window: BrowserWindow): boolean =>
  !window.isDestroyed() && window.isVisible() && !window.isMinimized();

async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const end = new AbortController();
  try {
    return await Promise.race([answer, setTimeout(ANSWER_MS, undefined, { signal: end.signal })]);
  } catch (error) {
    log(error);
    return undefined;
  } finally {
    end.abort();
  }
}
