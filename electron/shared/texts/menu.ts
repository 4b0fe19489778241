/** Read in menus and the system's dialogs. */
import { LIMITS } from '../limits.ts';

export const menu = {
  file: '&File',
  signIn: '&Sign In…',
  signOut: 'Sign &Out',
  signOutFailed: 'You couldn’t be signed out completely.',
  view: '&View',
  reload: '&Reload',
  history: 'Hi&story',
  back: '&Back',
  forward: '&Forward',
  start: '&Go to Start',
  help: '&Help',
  diagnostics: '&Diagnostics',
  updates: 'Check for &Updates…',
  about: (name: string) => `&About ${name}`,
  license: (name: string) => `License: ${name}`,
  reports: 'Error &Reports',
  noAddress: 'This app doesn’t send error reports',
  administratorsChoice: 'Your administrator has turned error reports off',
  ask: '&Ask Before Sending',
  on: '&Send Automatically',
  off: '&Don’t Send',
  reportContents: '&What Reports Contain…',
  reportContentsTitle: 'What error reports contain',
  eraseReports: '&Erase Saved Reports…',
  eraseFailed: 'Some saved reports couldn’t be erased.',
  choiceNotSaved: 'Your choice couldn’t be saved. It applies until you quit the app.',
  restartNeeded: (name: string) => `Restart ${name} to apply this change.`,
  restart: 'Restart Now',
  later: 'Later',
  print: '&Print…',
  saveAsPdf: 'Save as P&DF…',
  find: '&Find…',
  findNext: 'Find &Next',
  findPrevious: 'Find Pre&vious',
  speech: 'Speech',
  cut: 'Cu&t',
  copy: '&Copy',
  paste: '&Paste',
  selectAll: 'Select &All',
  copyLink: 'Copy &Link',
  openInBrowser: '&Open Link in Browser',
  savePicture: '&Save Picture…',
  copyPicture: 'Cop&y Picture',
  learn: '&Learn Spelling',
  inspect: '&Inspect',
} as const;

/** The bar of Find. */
export const find = {
  label: 'Find on this page',
  next: 'Next',
  previous: 'Previous',
  close: 'Close',
  none: 'Not found',
} as const;

/** Safe mode, and clearing what is saved. */
export const start = {
  safe: (name: string) => `${name} is in safe mode.`,
  safeDetail: 'Graphics acceleration is off, and caches have been cleared.',
  until: 'It starts this way until you restart it normally.',
  goOn: 'Continue',
  usual: 'Restart Normally',
  safeItem: 'Restart in &Safe Mode',
  safeQuestion: 'Restart in safe mode?',
  safeQuestionDetail:
    'Graphics acceleration is turned off, so pages may be slower, and caches are cleared. What you have typed and not saved is lost. To leave safe mode, choose Restart Normally from the Help menu.',
  usualItem: 'Restart &Normally',
  clearItem: '&Clear Saved Data and Restart…',
  clearQuestion: 'Clear saved data and restart?',
  clearDetail:
    'Pages lose what they have saved on this computer, such as sign-ins, choices and drafts, and so do copies for use without a connection. Error reports and the settings of the app are kept. You can’t undo this.',
  clear: 'Clear and Restart',
} as const;

export const dialogs = {
  tryAgain: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  ok: 'OK',
  /** Beside an alert of a page, from the second on. */
  noMore: 'Show no more of these',
  /** What can be done about a page that isn't responding. */
  hangChoices: { Wait: 'Wait', Reload: 'Reload', Close: 'Close' },
  /** A second start, where the first instance does not answer. */
  frozen: {
    message: (name: string) => `${name} is open but isn’t responding.`,
    detail: 'You can end it and open it again. Changes that it has not saved are lost.',
    end: 'End and Open Again',
  },
  /** A page that holds work is to be left. */
  leaving: {
    question: 'Leave this page?',
    detail: 'Changes that you made may not be saved.',
    leave: 'Leave',
    stay: 'Stay',
  },
  download: {
    done: 'Download complete',
    failed: (file: string) => `${file} couldn’t be downloaded.`,
    failedDetail: 'Check your connection and the free space on your disk, then try again.',
    save: 'Save File',
  },
  /** A link out of the app that nothing opens. */
  link: {
    failed: 'No program opens this link.',
    copy: 'Copy Link',
  },
  print: {
    failed: 'The page couldn’t be printed.',
    saveTitle: 'Save as PDF',
    notSaved: 'The page couldn’t be saved.',
  },
} as const;

export const privacy = {
  /** Must stay true: test/e2e/telemetry/redaction.test.ts holds reports against it. */
  reportContents: `A report tells the developer about one failure. It contains:
– what failed: the error message, its place in the app's code, and the page of the app;
– up to ${LIMITS.breadcrumbs.value} steps before it: pages opened, buttons pressed, requests and their outcome, lines that the app logged;
– versions of the app and of the system, and the computer's kind, memory, screen, language and time zone;
– after a crash, part of the app's memory at that moment, which can contain anything the app was showing.

If you send reports, a failure also includes a replay of what the window showed before it. All text, input and pictures in it are hidden before they leave the page.

Besides failures, the app reports that it was started and how it ended.

Apart from the memory of a crash, a report does not hold your name, the name of this computer, your files or what you type. The server that receives it sees your network address.

Reports wait on this computer. With “Ask Before Sending”, nothing is sent before you answer. “Don’t Send” erases reports that wait and makes no new ones.`,
  nothingSaved: 'No reports are saved on this computer.',
  eraseQuestion: (reports: string, size: string) => `Erase ${reports} (${size})?`,
  oneReport: '1 saved report',
  severalReports: (count: number) => `${count} saved reports`,
  eraseDetail:
    "They haven't been sent and can't be recovered. Reports that were already sent are not affected.",
  erase: 'Erase',
} as const;

/** The window of a sign-in. */
export const signIn = {
  /** The host comes first: nothing else tells whose page it is. */
  title: (host: string, name: string) => `${host} – Sign In – ${name}`,
} as const;

export const updates = {
  name: 'Updates in this run',
  off: 'off',
  notYet: 'not checked yet',
  none: 'up to date',
  isOff: (why: string) => `off: ${why}`,
  found: (version: string, address: string, command: string) =>
    `version ${version} is there. Download ${address}, then install it: ${command} ./${address.replace(/.*\//, '')}`,
  notice: (version: string) => `Version ${version} is there`,
  noticeDetail: 'Press here to download it. The diagnostics say how to install it.',
  ready: 'signature verified, ready to install: version',
  refused: 'not installed:',
} as const;
