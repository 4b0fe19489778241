/**
 * What the buttons of the diagnostics do. The page itself runs no script and can reach nothing of this: a preload lives
 * in a world of its own, which shares only the document.
 */
import { ipcRenderer } from 'electron';
import { DIAGNOSTICS_CHANNELS, type DiagnosticsAnswer } from '../shared/channels.ts';
import * as TEXTS from '../shared/texts.ts';

type Action = keyof typeof DIAGNOSTICS_CHANNELS;

addEventListener('DOMContentLoaded', () => {
  const status = document.querySelector('#status') as Element;
  const facts = document.querySelector('#facts') as Element;

  async function run(action: Action): Promise<void> {
    status.textContent = action === 'refresh' ? TEXTS.diagnostics.checking : '';
    const failed = ({ message }: Error): DiagnosticsAnswer => ({
      status: TEXTS.diagnostics.notDone(message),
    });
    const answer: DiagnosticsAnswer = await ipcRenderer.invoke(DIAGNOSTICS_CHANNELS[action]).catch(failed);
    // Every value in it was escaped, and the page's policy runs no script.
    if (answer.html) facts.innerHTML = answer.html;
    status.textContent = answer.status;
  }

  for (const element of document.querySelectorAll<HTMLElement>('[data-action]')) {
    element.hidden = false;
    element.addEventListener('click', (event) => {
      event.preventDefault();
      void run(element.dataset.action as Action);
    });
  }
  void run('refresh');
});
