/** What people read about a fault: its texts, the text of the page, and its picture. */
import type { Fault, FaultKind } from './fault.ts';
import { type Icon, loadError, type Words } from './loadErrors.ts';
import * as TEXTS from './texts.ts';

type Named = Pick<Fault, 'kind' | 'code' | 'subject'>;

export function wordsOf({ kind, code, subject }: Named): Words {
  const { part, gpuTitle: graphics, networkTitle: network, setting } = TEXTS.fault;
  const words = wordsOfKind(kind, code);
  const titles = { part: part.title, graphics, network, setting: setting.title };
  return subject === undefined ? words : { ...words, title: titles[subject] };
}

/** A fault's title in English, in any language of the user: for reports, logs and details. */
export const titleOf = (fault: Named): string =>
  specifiedTitle(fault) ?? TEXTS.inEnglish(() => wordsOf(fault).title);

/** The specification's title of a fault that users read about in plainer words: for details, reports and logs. */
function specifiedTitle({ kind, code, subject }: Named): string | undefined {
  if (subject !== undefined) return undefined;
  if (kind === 'script') return 'Application error: a client-side exception has occurred';
  const isStatus = typeof code === 'number' && code >= 400;
  if (isStatus) return code in TEXTS.fault.statusTitles ? undefined : 'An unexpected error has occurred';
  return kind === 'data' ? 'Failed to load static props' : undefined;
}

/** The specification's sentence for an exception in a page, of which details and `next/error` have the whole. */
export const SCRIPT_SENTENCE = `${specifiedTitle({ kind: 'script' })} (see the browser console for more information).`;

function wordsOfKind(kind: FaultKind, code: Fault['code']): Words {
  const texts = TEXTS.fault;
  const { crash, main }: Readonly<Record<'crash' | 'main', Readonly<Record<string, Words>>>> = texts;
  const boot: Readonly<Record<string, Words>> = { ...texts.boot, unresponsive: texts.hang };
  switch (kind) {
    case 'http':
      return statusWords(Number(code));
    case 'load':
      return loadError(String(code));
    case 'data':
      if (typeof code === 'number') return statusWords(code);
      return code === undefined ? texts.data : loadError(code);
    case 'crash':
      return crash[String(code)] ?? texts.otherCrash;
    case 'main':
      return main[String(code)] ?? texts.otherMain;
    case 'boot':
      return boot[String(code)] ?? texts.otherBoot;
    case 'script':
    case 'hang':
      return texts[kind];
  }
}

function statusWords(status: number): Words {
  const texts = TEXTS.fault;
  if (status < 400) return { title: texts.elsewhereTitle, words: TEXTS.pages.elsewhereWords };
  const titles: Readonly<Record<number, string>> = { ...texts.statusHeadings, ...texts.statusTitles };
  const words: Readonly<Record<number, string>> = texts.statusWords;
  const isServers = status >= 500;
  const other = isServers ? texts.serverErrorHeading : texts.otherStatusHeading;
  return {
    title: titles[status] ?? other,
    words: words[status] ?? (isServers ? texts.serverErrorWords : texts.otherStatusWords),
  };
}

/** Codes of main's faults that are about the disk or a file on it. */
const ON_DISK: readonly unknown[] = 'ENOSPC EDQUOT EACCES EPERM EROFS ENOENT EISDIR ENOTDIR EEXIST'.split(
  ' ',
);

export function iconOf({ kind, code }: Pick<Fault, 'kind' | 'code'>): Icon {
  switch (kind) {
    case 'http':
    case 'load':
    case 'data':
      return typeof code === 'number' ? iconOfStatus(code) : loadError(String(code)).icon;
    case 'script':
      return 'file';
    case 'hang':
      return 'clock';
    case 'main':
      return ON_DISK.includes(code) ? 'disk' : 'plug';
    case 'boot':
      return code === 'unresponsive' ? 'clock' : 'plug';
    case 'crash':
      return 'plug';
  }
}

function iconOfStatus(status: number): Icon {
  if (status === 401 || status === 403) return 'key';
  if (status === 408 || status === 429) return 'clock';
  return status >= 500 ? 'cloud' : 'file';
}

/** The text of an error page, also for the document without script and for native dialogs. */
export interface FaultText {
  /** The large number beside the heading: a status whose title the specification fixes. */
  status: string | undefined;
  /** The heading in plain words. Ends in a full stop beside a status. */
  heading: string;
  documentTitle: string;
}

/** @param link the address, outside of the app, of the page */
export function textOf(fault: Named & Pick<Fault, 'at'>, link?: string): FaultText {
  if (link !== undefined) return plainText(TEXTS.pages.elsewhere({ host: new URL(link).host }));
  if (isClockWrong(fault)) return plainText(TEXTS.fault.clockWrong.title);
  const { title: heading } = wordsOf(fault);
  const { code = '' } = fault;
  if (typeof code !== 'number' || !(code in TEXTS.fault.statusTitles)) return plainText(heading);
  const sentence = TEXTS.fault.sentence({ title: heading });
  return { status: String(code), heading: sentence, documentTitle: `${code}: ${heading}` };
}

const plainText = (heading: string): FaultText => ({ status: undefined, heading, documentTitle: heading });

/** Start of the UTC day on which the app was built, in ms since the epoch. Set by vite.config.ts. */
declare const BUILD_DAY: number;

/** Whether a certificate looks out of date only because the clock shows a day before the app was built. */
const isClockWrong = ({ code, at }: Pick<Fault, 'code' | 'at'>): boolean =>
  code === 'ERR_CERT_DATE_INVALID' && at < BUILD_DAY;

/** Says under the heading why it failed, or what helps: one to four short sentences. */
export function explanation(fault: Named & Pick<Fault, 'diskFull' | 'noPages' | 'at' | 'link' | 'detail'>) {
  // For an administrator: which file and key it is.
  if (fault.subject === 'setting' && fault.detail) return fault.detail;
  if (fault.link !== undefined) return TEXTS.pages.elsewhereWords;
  if (fault.noPages) return TEXTS.errorPage.noPages;
  if (isClockWrong(fault)) return TEXTS.fault.clockWrong.words({ at: fault.at });
  const { words } = wordsOf(fault);
  const full = TEXTS.fault.main.ENOSPC;
  return fault.diskFull && words !== full.words
    ? `${words} ${TEXTS.fault.sentence(full)} ${full.words}`
    : words;
}
