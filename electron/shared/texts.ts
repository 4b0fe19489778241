/** What users read, in one table: the place to change a wording, and what a translation replaces. */
export const TEXTS = {
  // fault and recovery
  fault: {},

  // error page: buttons, retry, copy
  errorPage: {},

  // dialogs
  dialogs: {},

  // menu and About
  menu: {},

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
  diagnostics: {},

  // settings and command line
  settings: {},
} as const;
