/** Words and buttons of the page of every fault: what the sentences tell users to do in the app, a button does. */
import { expect, it } from 'vitest';
import { fillDocument } from '../../../electron/shared/document.ts';
import { type Fault, isFailure, loadFault } from '../../../electron/shared/fault.ts';
import { helpFor } from '../../../electron/shared/help.ts';
import * as TEXTS from '../../../electron/shared/texts.ts';
import { template } from '../../../renderer/error/template.tsx';
import { everyFault } from '../../support/everyFault.ts';

const NOW = Date.now();
const coded = template('{{status}}');
const uncoded = template(undefined);
TEXTS.setTexts('en', {});

/** What a sentence can ask for, and the link that does it. */
const ACTIONS = [
  [/\btry again\b/i, 'retry'],
  [/\breload\b(?!ing)/i, 'reload'],
  [/\bsign in to the network\b/i, 'portal'],
  [/\bsign in\b(?! to the network)/i, 'signIn'],
  [/\brestart the app\b/i, 'restart'],
  [/\brestart without\b/i, 'noExtension'],
  [/\bmove the (?:file|folder)\b/i, 'folder'],
  [/\bclear\b/i, 'clearData'],
  [/\b(?:press|click|choose [A-Z]|go back|update)\b/, 'none'],
] as const;

/** What the link to another try says. */
const RETRY: Readonly<Record<string, string>> = { 'Try again': 'retry', 'Sign in': 'signIn' };

/** The page's words and the names of its links, as main fills them in. */
function page(fault: Fault) {
  const html = fillDocument({ coded, uncoded }, fault, {}, null, helpFor(fault));
  const links = (part: string) => {
    const box = new RegExp(`<div class="${part}">(.*?)</div>`, 's').exec(html)?.[1] ?? '';
    const found = [...box.matchAll(/class="fault-(\w+)"[^>]*>(.*?)<\/a>/g)];
    // One link has two texts. A link whose text is not its verb must not count.
    return found.map(([, name = '', text = '']) => (name === 'retry' ? (RETRY[text] ?? text) : name));
  };
  return {
    html,
    words: /<p class="fault-words">(.*?)<\/p>/s.exec(html)?.[1] ?? '',
    ways: links('fault-ways'),
    help: links('fault-help'),
  };
}

const all = [...everyFault(NOW), { ...loadFault('ERR_CERT_DATE_INVALID', '/orders', 1) }];

it.each(all.map((fault) => [`${fault.kind} ${fault.code ?? ''}`, fault] as const))(
  '%s: what its words ask for is a button, and a button that is special is in its words',
  (_, fault) => {
    const { words, ways, help, html } = page(fault);
    const asked = ACTIONS.filter(([pattern]) => pattern.test(words)).map(([, name]) => name);
    for (const name of asked) expect(ways, words).toContain(name);
    // The buttons of these say all.
    for (const name of ways) if (name !== 'retry' && name !== 'home') expect(asked, words).toContain(name);
    expect(ways.length).toBeGreaterThan(0);
    // What solves it is the filled button.
    const [special] = asked.filter((name) => name !== 'retry');
    if (special) expect(ways[0]).toBe(special);
    else expect(ways[0], words).toBe(fault.retryable || asked.includes('retry') ? 'retry' : 'home');
    // More help is for failures only, and repeats nothing.
    expect(help.filter((name) => ways.includes(name))).toEqual([]);
    expect(help.includes('diagnostics')).toBe(isFailure(fault));
    const [title] = /(?<=<title>).*?(?=<\/title>)/.exec(html) ?? [];
    const seen = html.replace(/<details.*/s, '').replace(/<[^>]*>/g, ' ');
    expect(seen).not.toMatch(/client-side|static props|\bshell\b|exception/i);
    expect(title).not.toMatch(/client-side|static props|\bshell\b|exception/i);
  },
);
