/** What reports contain, as a page of its own: the menu and the question about reports lead there. */
import type { BrowserWindow } from 'electron';
import { LIMITS } from '../../shared/limits.ts';
import * as TEXTS from '../../shared/texts.ts';
import { askForm, formPage } from '../network/form.ts';
import { html } from '../protocol/plainPage.ts';
import { focusWindow } from '../window/createWindow.ts';

let opened: BrowserWindow | undefined;

/** Shows it once at a time, as any page can ask for it. */
export function showReportContents(): void {
  if (opened) return focusWindow(opened);
  const { window, answer } = askForm<never>((_fields, action) => {
    const parts = TEXTS.privacy.reportContents({ breadcrumbs: LIMITS.breadcrumbs.value }).split('\n');
    const lines = parts.filter(Boolean).map((part) => html`<p>${part}</p>`);
    const content = html`${lines}
<form class="actions" method="post" action="${action}"><button name="cancel" autofocus>${TEXTS.dialogs.close}</button></form>`;
    return formPage(TEXTS.privacy.contentsTitle, content);
  });
  opened = window;
  window.setContentSize(560, 640);
  void answer.then(() => {
    opened = undefined;
  });
}
