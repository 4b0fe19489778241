/** Privacy in the menu: one page with the choice about reports, and a row for each thing that can be deleted. */
import { formatBytes, withoutKey } from '../../shared/format.ts';
import type { ReportStore } from '../../shared/telemetryMessages.ts';
import * as TEXTS from '../../shared/texts.ts';
import { restart } from '../app/lifecycle.ts';
import { Html, html } from '../protocol/plainPage.ts';
import type { ReportsSetting } from '../settings/settings.ts';
import { formPage, showForm } from '../window/form.ts';
import type { ConsentSwitch } from './consent.ts';
import { showReportContents } from './contents.ts';

const texts = TEXTS.privacy;
const { clearQuestion, clearDetail, clear } = TEXTS.start;

interface PrivacyOptions {
  consent: Pick<ConsentSwitch, 'reports' | 'isFinal'>;
  reporting: { hasAddress: boolean } & ReportStore;
  choose(reports: ReportsSetting): Promise<void>;
  forgetSaved(): Promise<void>;
}

export function showPrivacy({ consent, reporting, choose, forgetSaved }: PrivacyOptions): void {
  const done = (act: Promise<void>, failed: string) =>
    act.then(
      () => texts.deleted,
      (error: Error) => `${failed} ${error.message}`,
    );

  async function act(what: string | null): Promise<string> {
    if (what === 'ask' || what === 'on' || what === 'off') await choose(what);
    if (what === 'contents') showReportContents();
    if (what === 'clear') restart('--clear-data');
    if (what === 'erase') return done(reporting.erase(), texts.eraseFailed);
    return what === 'forget' ? done(forgetSaved(), texts.forgetFailed) : '';
  }

  async function take(fields: URLSearchParams, action: string) {
    const pressed = fields.get('do');
    const told = await act(pressed);
    const saved = await reporting.saved().catch(({ message }: Error) => message);
    const button = (name: string, label: string, more = '') =>
      html`<button name="do" value="${name}"${new Html(name === pressed ? `${more} autofocus` : more)}>${label}</button>`;
    const why = reporting.hasAddress ? consent.isFinal && texts.administratorsChoice : texts.noAddress;
    const choice = (name: ReportsSetting) =>
      button(name, texts[name], `${why ? ' disabled' : ''} aria-pressed="${consent.reports === name}"`);
    const row = (name: string, heading: string, words = '', buttons: readonly Html[] = []) =>
      html`<section class="card" aria-labelledby="${name}"><h2 id="${name}">${heading}</h2>${words ? html`<p>${words}</p>` : ''}
<div class="row">${buttons}</div>${name === pressed && told ? html`<p>${told}</p>` : ''}</section>`;
    const reports =
      typeof saved === 'string' || saved.count === 0
        ? row('erase', typeof saved === 'string' ? saved : texts.nothingSaved)
        : row('erase', texts.eraseQuestion({ ...saved, size: formatBytes(saved.bytes) }), texts.eraseDetail, [
            button('erase', texts.erase),
          ]);
    const content = html`<form method="post" action="${action}">
${row('reports', texts.heading, why || '', [choice('ask'), choice('on'), choice('off'), button('contents', TEXTS.errorPage.help.contents)])}
${reports}
${row('forget', texts.forgetQuestion, texts.forgetDetail, [button('forget', texts.erase)])}
${row('clear', clearQuestion, clearDetail, [button('clear', clear)])}
<p><button name="cancel" autofocus>${TEXTS.dialogs.close}</button></p></form>`;
    const title = withoutKey(TEXTS.menu.privacy);
    // Screen readers announce the title when the page loads.
    return formPage(told ? `${told} – ${title}` : title, content, title);
  }

  showForm('privacy', take, [640, 720]);
}
