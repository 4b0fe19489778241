/** Words of the error page; test/electron/shared/specification.test.ts holds those of the specification. */
import { titleOf } from '../../electron/shared/faultText.ts';
import en from '../../electron/shared/texts/en.json' with { type: 'json' };

const { statusTitles, script, data, serverErrorHeading } = en.fault;

export const BAD_REQUEST = statusTitles[400];
export const NOT_FOUND = statusTitles[404];
export const NOT_ALLOWED = statusTitles[405];
export const SERVER_ERROR = statusTitles[500];

/** The specification's titles that only details and reports have, and the plain ones on the page. */
export const OTHER_STATUS = titleOf({ kind: 'http', code: 503 });
export const CLIENT_EXCEPTION = titleOf({ kind: 'script' });
export const NO_DATA = titleOf({ kind: 'data' });
export const SERVER_FAILED = serverErrorHeading;
export const PAGE_FAILED = script.title;
export const PAGE_NOT_LOADED = data.title;
