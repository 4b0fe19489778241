/** Read on the error page and in its dialogs: what failed, and what can be done. */
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

export const fault = {
  /** Titles of statuses and of an exception in a page: fixed by the specification. */
  statusTitles: {
    400: 'Bad Request',
    404: 'This page could not be found',
    405: 'Method Not Allowed',
    500: 'Internal Server Error',
  },
  otherStatusTitle: 'An unexpected error has occurred',
  script: {
    title: 'Application error: a client-side exception has occurred',
    words: 'A part of this page failed. The rest of the app is not affected.',
  },
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
  networkTitle: 'The network process stopped',

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
    LOCK_FAILED: {
      title: 'The app could not be opened',
      words: 'The app could not make sure that it is open only once.',
    },
    EXTENSION_FAILED: {
      title: 'A part of the app could not start',
      words: 'What this app adds to work with the computer failed as it started. Safe mode does without it.',
    },
    HANDLER_FAILED: {
      title: 'The app could not do what a page asked for',
      words: 'What this app adds to work with the computer failed.',
    },
  },
  otherMain: {
    title: 'Something went wrong',
    words: 'Something failed behind the page, in the main part of the app.',
  },

  data: {
    title: 'Failed to load static props',
    words: 'The data of this page could not be loaded, or is not what the page understands.',
  },
  part: { title: 'A part of the page could not be loaded' },
  hang: {
    title: "This page isn't responding",
    words: 'The page is busy and has not answered for some time.',
  },
  boot: {
    title: 'The page did not start',
    words: 'The page was loaded, but did not finish starting.',
  },

  clockWrong: (date: string) =>
    `The clock of this computer is wrong: it says ${date}, when this app had not been made yet. Certificates look out of date to it. Set the date and the time.`,

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
    proxySignIn: {
      title: 'The proxy wants you to sign in',
      words: 'This network reaches the outside through a proxy, and nobody has signed in to it.',
    },
    proxy: {
      title: 'The proxy cannot be used',
      words: 'This network reaches the outside through a proxy, and the proxy did not pass the request on.',
    },
    clientCertificate: {
      title: 'The server asks for a certificate',
      words:
        'The server only accepts computers with a certificate it knows, and it was shown none. To choose one, restart the app.',
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
        'Its certificate is not valid. Networks that want you to sign in first, as in a hotel or on a train, answer in its place.',
    },
    certificateDate: {
      title: 'The server’s certificate is out of date',
      words: 'It has expired, or is not valid yet. Check the date and the time of this computer.',
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
