/** Read in the diagnostics: by whoever helps, and by the user who asks for help. */
export const diagnostics = {
  title: 'Diagnostics',
  intro:
    'Share this with whoever helps you. Names, passwords, and keys are removed. It stays on this computer.',
  check: 'Check Again',
  copy: 'Copy',
  save: 'Save Support File…',
  saveTitle: 'Save Support File',
  fileType: 'Text',
  checking: 'Checking connections…',
  checked: (time: string) => `Checked at ${time}.`,
  copied: 'Copied.',
  notCopied: (reason: string) => `Not copied: ${reason} Save it as a file instead.`,
  saved: (file: string) => `Saved to ${file}.`,
  notSaved: (file: string, reason: string) =>
    `Couldn’t save ${file} (${reason}). Choose another folder and try again.`,
  notShown: 'Diagnostics couldn’t be displayed',
  notShownDetail: (reason: string) =>
    `${reason}.\n\nTo read the same information as text, start the app with --diagnostics in a terminal.`,
  notCollected: 'Diagnostics couldn’t be collected',

  problems: (count: number) => ['No problems found', '1 problem found'][count] ?? `${count} problems found`,
  offline: 'This computer appears to be offline. Check its network connection.',
  unreachable: (server: string, reason: string) => `${server} can’t be reached: ${reason}.`,
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
    'Pages run without the Chromium sandbox (--no-sandbox). On Linux, install the deb or rpm instead of an AppImage, or allow unprivileged user namespaces for this app.',
  noKeyRing:
    'There is no key ring, so any program of this user can read the app’s cookies. Install or unlock GNOME Keyring or KWallet, then restart the app.',
  recentErrors: (count: number, title: string, time: string) =>
    `Errors in the last 24 hours: ${count}. The latest: ${title} (${time}).`,
  fileUnread: (file: string, reason: string) =>
    `${file} can’t be read and is ignored until it is written again: ${reason}.`,
  fileUnsaved: (file: string, reason: string) =>
    `${file} can’t be written, so it holds for this run only: ${reason}.`,

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
  issuedBy: (issuer: string) => `certificate issued by ${issuer}`,

  itemHead: ['Item', 'Value'],
  connections: 'Connections',
  connectionsHead: ['Server', 'Address', 'Proxy', 'Result', 'Time', 'Details'],
  servers: { origin: 'Web app', ingest: 'Error reports' },
  originNotSet: 'Not checked: the setting "origin" isn’t set.',
  dsnNotSet: 'Not checked: the setting "sentryDsn" isn’t set.',
  reportsOff: 'Not checked: error reports are turned off.',
  errors: 'Recent errors',
  noErrors: 'No errors recorded.',
  errorsHead: ['Time', 'Error', 'Report ID', 'Type', 'Page', 'Details'],
  outbox: 'Saved reports',
  waiting: (count: number, size: string, oldest: string) =>
    `${count} waiting, ${size}, oldest from ${oldest}`,
  outboxRows: {
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
  settingsHead: ['Setting', 'Value', 'Source'],
  notSet: 'not set',
  setByUser: 'chosen in this session',
  system: 'App and computer',
  notPackaged: 'not packaged',
  operatingSystem: 'Operating system',
  architecture: 'Architecture',
  locale: 'Locale',
  sandbox: 'Page sandbox',
  graphics: 'Graphics acceleration',
  keyStore: 'Key store for cookies',
  on: 'on',
  off: 'off',
  collectedAt: 'Collected at',
  limits: 'Limits',
  limitsHead: ['Limit', 'Value', 'Trimmed', 'Dropped', 'Paused', 'Enforced by'],
  countsUnknown: 'Counts are available only in the running app: choose Help > Diagnostics.',
} as const;
