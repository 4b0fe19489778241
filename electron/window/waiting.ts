/** A quiet sign of waiting over a window whose server has not answered yet, in web contents of its own. */
import type { BrowserWindow } from 'electron';
import { html } from '../protocol/plainPage.ts';
import * as TEXTS from '../shared/texts.ts';
import { overlay } from './overlay.ts';

/** `fault-starting`: the tool waits for what comes next (tool/run/show). */
const page = () =>
  html`<!doctype html><html lang="${TEXTS.language()}" dir="${TEXTS.direction()}"><meta charset="utf-8">
<meta name="color-scheme" content="light dark"><title>${TEXTS.pages.loading}</title>
<style>body { display: grid; place-content: center; height: 100vh; margin: 0; font: 14px/20px system-ui, sans-serif }
@keyframes wait { 50% { opacity: 0.4 } }
@media (prefers-reduced-motion: no-preference) { p { animation: wait 2s infinite } }</style>
<p class="fault-starting" role="status">${TEXTS.pages.loading}</p></html>`.markup;

/** Covers the window. Returns a function that uncovers it. */
export const cover = (window: BrowserWindow): (() => void) =>
  overlay(window, page(), (width, height) => ({ x: 0, y: 0, width, height }), false).remove;
