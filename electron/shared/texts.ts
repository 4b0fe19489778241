/**
 * What users read, in one table: the place to change a wording, and what a translation replaces; each part has its
 * readers. Imported as `* as TEXTS`, so that each build takes the sections it shows.
 */
export { diagnostics } from './texts/diagnostics.ts';
export { fault } from './texts/faults.ts';
export { dialogs, find, menu, privacy, signIn, start, updates } from './texts/menu.ts';
export { authentication, certificate } from './texts/network.ts';
export { errorPage, pages } from './texts/pages.ts';
export { settings } from './texts/settings.ts';
