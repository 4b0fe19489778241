/** What reports contain, as a page of its own: Privacy and the question about reports lead there. */
import { LIMITS } from '../../shared/limitValues/limits.ts';
import * as TEXTS from '../../shared/texts.ts';
import { html } from '../protocol/plainPage.ts';
import { formPage, showForm } from '../window/form.ts';

export function showReportContents(): void {
  const text = TEXTS.privacy.reportContents({ breadcrumbs: LIMITS.breadcrumbs.value });
  const lines = text.split(/\n+/).map((line) => html`<p>${line}</p>`);
  const page = (action: string) => html`${lines}
<form class="actions" method="post" action="${action}"><button name="cancel" autofocus>${TEXTS.dialogs.close}</button></form>`;
  showForm('contents', (_fields, action) => formPage(TEXTS.privacy.contentsTitle, page(action)), [560, 640]);
}
