/** A window that asks for a user name and password. */
import * as TEXTS from '../../shared/texts.ts';
import { Html, html } from '../protocol/plainPage.ts';
import type { Asker, AuthPlace, Credentials } from './credentials.ts';
import { actions, askForm, formPage } from './form.ts';

const texts = TEXTS.authentication;
const AUTOFOCUS = new Html(' autofocus');

/**
 * Resolves to undefined if the user cancels or closes the window, if it cannot be shown, or if the page that asks is gone.
 * @param refused an earlier answer
 */
export function askCredentials(
  { isProxy, host, realm }: AuthPlace,
  refused: Credentials | undefined,
  { page, isQuiet }: Pick<Asker, 'page' | 'isQuiet'>,
): Promise<Credentials | undefined> {
  const { heading, words } = isProxy ? texts.proxy : texts.server;
  const { window, answer } = askForm<Credentials>((fields, action) => {
    const username = fields.get('username');
    if (username !== null) return { answer: { username, password: fields.get('password') ?? '' } };
    const content = html`<p>${words({ host })}</p>
${realm ? html`<p>${texts.realm({ realm })}</p>` : ''}
<form method="post" action="${action}">
<label>${texts.username}<input name="username" value="${refused?.username ?? ''}" aria-describedby="problem" autocomplete="off"${refused?.username ? '' : AUTOFOCUS} spellcheck="false"></label>
<label>${texts.password}<input name="password" autocomplete="off"${refused?.username ? AUTOFOCUS : ''} type="password"></label>
${refused ? html`<p role="alert" id="problem">${texts.refused}</p>` : ''}
${actions(TEXTS.errorPage.signIn)}
</form>`;
    return formPage(heading, content);
  }, isQuiet);
  const close = () => window.destroy();
  page.addEventListener('abort', close);
  return answer.finally(() => page.removeEventListener('abort', close));
}
