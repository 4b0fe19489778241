/** Read in the window: around an error, and around a page. */
export const errorPage = {
  starting: 'Starting',
  stillLoading: 'Still loading',
  tryAgain: 'Try again',
  goToStart: 'Go to start',
  help: {
    safeMode: 'Restart in safe mode',
    clearData: 'Clear saved data and restart',
    portal: 'Sign in to the network',
    diagnostics: 'Diagnostics',
  },
  signIn: 'Sign in',
  signInNow: 'The server wants you to sign in for this page. Choose Sign in: a window opens for it.',
  signingIn: 'Sign in using the window that opens.',
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

export const pages = {
  loading: 'Loading the page',
  justNow: 'less than a minute ago',
  savedBefore: 'The server cannot be reached. This is a copy saved ',
  forgetItem: 'Forget &Saved Pages…',
  forgetQuestion: 'Forget all saved pages?',
  forgetDetail:
    'Pages and images that were saved on this computer are removed. Without a connection they cannot be shown until they have been loaded again.',
  forgetButton: 'Forget',
  forgetFailed: 'Not all saved pages could be removed.',
  elsewhere: 'This page is at',
  elsewhereWords: 'The server sends this page to another address.',
  elsewhereNow: 'Open it in the browser, or go to the start.',
  openInBrowser: (address: string) => `Open ${address} in the browser`,
} as const;
