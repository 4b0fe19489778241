/**
 * What users read, in one table: the place to change a wording, and what a translation replaces.
 * Imported as `* as TEXTS`, so that each build takes the sections it shows.
 */
import { LIMITS } from './limits.ts';

const DISK_FULL = {
  title: 'The disk is full',
  words: 'There is no room left where the app keeps its files.',
};
const NO_ACCESS = {
  title: 'A file or folder of the app may not be used',
  words: 'The app may not read or write where it keeps its files.',
};
const FILE_IN_PLACE = {
  title: 'A file is where a folder should be',
  words: 'Something else is where the app keeps its files.',
};

// fault and recovery
export const fault = {
  /** Titles of statuses and of an exception in a page: fixed by the specification. */
  statusTitles: {
    400: 'Bad Request',
    404: 'This page could not be found',
    405: 'Method Not Allowed',
    500: 'Internal Server Error',
  },
  otherStatusTitle: 'An unexpected error has occurred',
  scriptTitle: 'Application error: a client-side exception has occurred',
  whileLoading: (host: string) => ` while loading ${host}`,
  seeConsole: '(see the browser console for more information)',

  statusWords: {
    400: 'The address is not written in a way that can be understood.',
    401: 'The server wants you to sign in for this page.',
    403: 'The server does not allow this page.',
    404: 'There is no page at this address.',
    405: 'This address does not take that kind of request.',
    408: 'The request took too long.',
    410: 'The page that was at this address is gone.',
    429: 'The server got too many requests.',
  },
  serverErrorWords: 'The server had a problem and could not answer.',
  otherStatusWords: 'The server did not accept the request.',

  crash: {
    oom: { title: 'The page ran out of memory', words: 'The page needed more memory than there is.' },
    'memory-eviction': {
      title: 'The page was stopped to save memory',
      words: 'The computer ran low on memory, and the page was stopped.',
    },
    killed: {
      title: 'The page was stopped from outside',
      words: 'The computer or a person ended the process that shows the page.',
    },
    'launch-failed': {
      title: 'The page could not be started',
      words: 'The process that shows the page could not be started.',
    },
    'integrity-failure': {
      title: 'A file of the app was changed',
      words: 'A file of the app is not as it was delivered. Installing the app again may help.',
    },
  },
  otherCrash: {
    title: 'The page stopped working',
    words: 'The process that shows the page ended unexpectedly.',
  },
  gpuTitle: 'The graphics process stopped',

  main: {
    ENOSPC: DISK_FULL,
    EDQUOT: DISK_FULL,
    EACCES: NO_ACCESS,
    EPERM: NO_ACCESS,
    EROFS: { title: 'The disk cannot be written', words: NO_ACCESS.words },
    ENOENT: {
      title: 'A file of the app is missing',
      words: 'A file that the app needs is not there. Installing the app again may help.',
    },
    EISDIR: { title: 'A folder is where a file should be', words: FILE_IN_PLACE.words },
    ENOTDIR: FILE_IN_PLACE,
    EEXIST: FILE_IN_PLACE,
  },
  otherMain: {
    title: 'Something went wrong',
    words: 'Something failed behind the page, in the main part of the app.',
  },

  script: { words: 'A part of this page failed. The rest of the app is not affected.' },
  data: { words: 'The data of this page could not be loaded, or is not what the page understands.' },
  part: { title: 'A part of the page could not be loaded' },
  hang: {
    title: "This page isn't responding",
    words: 'The page is busy and has not answered for some time.',
  },
  boot: {
    title: 'The page did not start',
    words: 'The page was loaded, but did not finish starting.',
  },

  /** What is done, or can be done. */
  retried: 'Retrying automatically, and at once when the network is back.',
  nextTryAt: (time: string) => `Next try: ${time}.`,
  final: 'Trying again will not help.',
  finalGoToStart: 'Trying again will not help: go to the start.',
  waitOrReload: 'Wait for it, or load it again.',
  tryAgain: 'Choose Try again to load it once more.',

  /** By Chromium's error names: see loadErrors.ts. */
  load: {
    offline: {
      title: 'The computer is offline',
      words: 'There is no network connection, or the app is not allowed to use it.',
    },
    networkChanged: {
      title: 'The network changed during loading',
      words: 'The computer moved to another network while the page was loading.',
    },
    timedOut: {
      title: 'The server took too long to answer',
      words: 'No answer came in time. The network may be slow, or the server busy.',
    },
    throttled: {
      title: 'Too many requests were made',
      words: 'Requests are held back for a while, because too many of them failed or came too quickly.',
    },
    proxy: {
      title: 'The proxy cannot be used',
      words: 'This network reaches the outside through a proxy, and the proxy did not pass the request on.',
    },
    clientCertificate: {
      title: 'The server asks for a certificate',
      words: 'The server only accepts computers with a certificate it knows, and none on this one fits.',
    },
    signIn: {
      title: 'The app could not sign in',
      words: 'The server asks for a sign-in, and this computer has none that the server accepts.',
    },
    nameNotFound: {
      title: 'The server was not found',
      words: "The server's name could not be looked up. The network may be down, or the name wrong.",
    },
    refused: {
      title: 'The server refused the connection',
      words: 'The computer where the server should be was reached, but no server takes connections there.',
    },
    unreachable: {
      title: 'The server cannot be reached',
      words: 'The network has no way to the server.',
    },
    certificate: {
      title: 'The server could not prove who it is',
      words:
        'Its certificate is not valid. Check the clock of this computer, and whether the network asks you to sign in first.',
    },
    insecure: {
      title: 'A secure connection was not possible',
      words: 'The server and this app could not agree on a safe way to talk.',
    },
    connectionLost: {
      title: 'The connection was lost',
      words: 'The connection to the server broke off before the answer was complete.',
    },
    badAnswer: {
      title: "The server's answer cannot be used",
      words: 'The server answered in a way that this app does not understand.',
    },
    resources: {
      title: 'The computer ran out of resources',
      words:
        'There is too little free memory, or too many connections are open. Closing other apps may help.',
    },
    file: {
      title: 'A file could not be read',
      words: 'A file that the page needs is missing or not readable. Installing the app again may help.',
    },
    blocked: {
      title: 'The page was blocked',
      words: 'A rule of this app, this computer or the server does not allow this page.',
    },
    address: {
      title: 'The address cannot be opened',
      words: 'The address of this page leads nowhere that this app can open.',
    },
    other: {
      title: 'The page could not be loaded',
      words: 'Loading the page failed.',
    },
  },
} as const;

// error page: buttons, retry, copy
export const errorPage = {
  starting: 'Starting',
  stillLoading: 'Still loading',
  tryAgain: 'Try again',
  goToStart: 'Go to start',
  copyDetails: 'Copy details',
  copied: 'Copied',
  notCopied: (reason: string) =>
    `Not copied: ${reason} The details are selected below, so that you can copy them yourself.`,
  details: 'Details',
  reportId: (id: string) => `Report id: ${id}`,
  tryingAgain: 'Trying again.',
  nextTryIn: (time: string) => `Next try in ${time}.`,
  seconds: (count: number) => `${count} second${count === 1 ? '' : 's'}`,
  minutes: (count: number) => `${count} minute${count === 1 ? '' : 's'}`,
  question:
    'Send error reports to the developer? They say what went wrong. This one stays on this computer until you answer.',
  sendReports: 'Send reports',
  sendNothing: 'Send nothing',
  reportsOn: 'Reports are sent.',
  reportsOff: 'Nothing is sent.',
  untilClosed: (answer: string, problem: string) =>
    `${answer} This holds until the app is closed: ${problem}`,
} as const;

// dialogs
export const dialogs = {
  tryAgain: 'Try again',
  close: 'Close',
  /** What can be done about a page that isn't responding. */
  hangChoices: { Wait: 'Wait', Reload: 'Reload', Close: 'Close' },
} as const;

// menu and About
export const menu = {
  file: '&File',
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
  ok: 'OK',
} as const;

// privacy: consent and saved reports
export const privacy = {
  /** Must stay true: test/e2e/desktop/reports.test.ts compares it with a report. */
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
  cancel: 'Cancel',
  ok: 'OK',
  oneByte: '1 byte',
  bytes: (count: number) => `${count} bytes`,
  kilobytes: (count: number) => `${count} kB`,
  megabytes: (count: string) => `${count} MB`,
} as const;

// updates
export const updates = {
  name: 'Updates in this run',
  off: 'off',
  notYet: 'not checked yet',
  none: 'up to date',
  ready: 'signature verified, ready to install: version',
  refused: 'not installed:',
} as const;

// pages: loading, saved copies
export const pages = {
  savedBefore: 'The server cannot be reached. This is a copy saved ',
  forgetItem: 'Forget &Saved Pages…',
  forgetQuestion: 'Forget all saved pages?',
  forgetDetail:
    'Pages and images that were saved on this computer are removed. Without a connection they cannot be shown until they have been loaded again.',
  forgetButton: 'Forget',
  forgetFailed: 'Not all saved pages could be removed.',
  cancel: 'Cancel',
  elsewhere: 'This page is at',
  elsewhereWords: 'The server sends this page to another address.',
} as const;

// diagnostics
export const diagnostics = {
  title: 'Diagnostics',
  intro:
    'Share this with whoever helps you. Names, passwords, and keys are removed. It stays on this computer.',
  check: 'Check Again',
  copy: 'Copy',
  save: 'Save Support File…',
  saveTitle: 'Save Support File',
  checking: 'Checking connections…',
  checked: (time: string) => `Checked at ${time}.`,
  copied: 'Copied.',
  saved: (file: string) => `Saved to ${file}.`,
  notSaved: (file: string, reason: string) =>
    `Couldn’t save ${file} (${reason}). Choose another folder and try again.`,
  notDone: (reason: string) => `That didn’t work: ${reason}`,
  notShown: 'Diagnostics couldn’t be displayed',
  notShownDetail: (reason: string) =>
    `${reason}.\n\nTo read the same information as text, start the app with --diagnostics in a terminal.`,
  notCollected: 'Diagnostics couldn’t be collected',

  problems: (count: number) => ['No problems found', '1 problem found'][count] ?? `${count} problems found`,
  offline: 'This computer appears to be offline. Check its network connection.',
  unreachable: (server: string, step: string, reason: string) =>
    `${server} can’t be reached. ${step}: ${reason}.`,
  diskFull: (folder: string) =>
    `The disk that holds ${folder} is full or almost full. New reports are kept in memory until you free up space.`,
  folder: (folder: string, what: string, reason: string) => `${folder} ${what}: ${reason}.`,
  cannotRead: 'can’t be read',
  cannotWrite: 'can’t be written to',
  cannotMeasure: 'doesn’t say how much space is free',
  lastSend: (answer: string, time: string) =>
    `Reports couldn’t be sent (${answer}, ${time}). Retrying automatically.`,
  quarantined: (count: number) => `Saved reports that are damaged and won’t be sent: ${count}.`,
  refused: (channel: string, count: number) =>
    `Messages from a page that were blocked on ${channel}: ${count}.`,
  notSandboxed:
    'Pages run without the Chromium sandbox (--no-sandbox). On Linux, allow unprivileged user namespaces for this app.',
  recentErrors: (count: number, title: string, time: string) =>
    `Errors in the last 24 hours: ${count}. The latest: ${title} (${time}).`,
  errorsUnread: (file: string, reason: string) =>
    `Errors from earlier sessions can’t be read from ${file}: ${reason}.`,
  errorsUnsaved: (file: string, reason: string) => `New errors can’t be saved to ${file}: ${reason}.`,

  reasons: {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EROFS: 'the disk is read-only',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ENOENT: 'it doesn’t exist',
    ENOTDIR: 'there is a file where a folder should be',
  } as Readonly<Record<string, string>>,
  noAnswer: (seconds: number) => `no answer within ${seconds} s`,
  answered: (status: number) => `the server answered with ${status}`,
  isAddress: (address: string) => `${address} is an IP address`,
  earlierStep: (step: string) => `${step} failed`,
  issuedBy: (issuer: string) => `certificate issued by ${issuer}`,
  byProxy: 'the proxy looks it up',

  itemHead: ['Item', 'Value'],
  connections: 'Connections',
  connectionsCaption: 'From this computer to each server, step by step',
  connectionsHead: ['Server', 'Step', 'Result', 'Time', 'Details'],
  direct: 'direct connection',
  servers: { origin: 'Web app', ingest: 'Error reports' },
  originNotSet: 'Not checked: the setting "origin" isn’t set.',
  dsnNotSet: 'Not checked: the setting "sentryDsn" isn’t set.',
  reportsOff: 'Not checked: error reports are turned off.',
  errors: 'Recent errors',
  noErrors: 'No errors recorded.',
  errorsCaption: 'This session and earlier ones, newest first',
  errorsHead: ['Time', 'Error', 'Report ID', 'Type', 'Page', 'Details'],
  outbox: 'Saved reports',
  waiting: 'Waiting to be sent',
  waitingHead: ['Type', 'Reports', 'Size', 'Oldest'],
  storage: 'Storage and sending',
  storageRows: {
    folder: 'Folder',
    used: 'Disk space used',
    budget: 'Disk space allowed',
    free: 'Disk space free',
    quarantined: 'Damaged',
    mode: 'Send reports',
    inMemory: 'In memory only',
    session: 'This session',
    lastAnswer: 'Last answer',
    nextAttempt: 'Next attempt',
  },
  settings: 'Settings',
  settingsCaption: 'Values in use and where they come from',
  settingsHead: ['Setting', 'Value', 'Source'],
  notSet: 'not set',
  setByUser: 'chosen in this session',
  system: 'App and computer',
  systemCaption: 'Versions',
  notPackaged: 'not packaged',
  operatingSystem: 'Operating system',
  architecture: 'Architecture',
  sandbox: 'Page sandbox',
  on: 'on',
  off: 'off',
  collectedAt: 'Collected at',
  limits: 'Limits',
  limitsCaption: 'Limits and how often each was applied in this session',
  limitsHead: ['Limit', 'Value', 'Trimmed', 'Dropped', 'Paused', 'Enforced by'],
  countsUnknown: 'Counts are available only in the running app: choose Help > Diagnostics.',
} as const;

// settings and command line
export const settings = {
  /** What each key must be; goes on with its name. */
  must: {
    sentryDsn: 'must be a Sentry DSN such as "https://key@sentry.example.com/1"',
    reports: 'must be "ask", "on" or "off"',
    origin: 'must be an http or https address without a path, such as "https://app.example.com"',
    buildId: 'must be text of 1 to 200 characters without spaces and without / \\ ? # %',
    proxy: 'must be a list of paths such as "/api/*" or "/health"',
    imageHosts:
      'must be a list of host names or addresses such as "images.example.com", "*.example.com" or "**.example.com"',
    imageSvg: 'must be true or false',
    savePrivate: 'must be true or false',
    dataTimeout: 'must be a whole number of seconds from 1 to 300',
    updateUrl: 'must be an https address (http only for this machine), such as "https://example.com/updates"',
  },
  notUtf8: 'is not UTF-8 text; save it in that encoding',
  empty: 'is empty; it must hold a JSON object, at least {}',
  notJson: 'is not JSON',
  notObject: 'must hold a JSON object',
  folder: 'is a folder; a file is needed',
  notFile: 'is not a regular file',
  tooLarge: 'is larger than 1 MB',
  missing: 'does not exist',
  unreadable: 'cannot be read',
  notTrusted: 'is not used: it or its folder does not belong to the administrators',
  ownerUnknown: 'is not used: its owner could not be read',
} as const;
