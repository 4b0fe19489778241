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
  pages: {},

  // diagnostics
  diagnostics: {},

  // settings and command line
  settings: {},
} as const;
