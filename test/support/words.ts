/** Words of the error page, from the texts; test/electron/shared/specification.test.ts holds them to the specification. */
import en from '../../electron/shared/texts/en.json' with { type: 'json' };

const { statusTitles, otherStatusTitle, script, data } = en.fault;

export const BAD_REQUEST = statusTitles[400];
export const NOT_FOUND = statusTitles[404];
export const NOT_ALLOWED = statusTitles[405];
export const SERVER_ERROR = statusTitles[500];
export const OTHER_STATUS = otherStatusTitle;
export const CLIENT_EXCEPTION = script.title;
export const NO_DATA = data.title;
