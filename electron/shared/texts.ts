/** What users read, in one table: the place to change a wording, and what a translation replaces. */
export const TEXTS = {
  // fault and recovery
  fault: {
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
  },

  // error page: buttons, retry, copy
  errorPage: {},

  // dialogs
  dialogs: {},

  // menu and About
  menu: {
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
  },

  // privacy: consent and saved reports
  privacy: {},

  // updates
  updates: {},

  // pages: loading, saved copies
  pages: {
    savedBefore: 'The server cannot be reached. This is a copy saved ',
    forgetItem: 'Forget &Saved Pages…',
    forgetQuestion: 'Forget all saved pages?',
    forgetDetail:
      'Pages and images that were saved on this computer are removed. Without a connection they cannot be shown until they have been loaded again.',
    forgetButton: 'Forget',
    forgetFailed: 'Not all saved pages could be removed.',
    cancel: 'Cancel',
  },

  // diagnostics
  diagnostics: {
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
      foreign: 'From another version',
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
  },

  // settings and command line
  settings: {},
} as const;
