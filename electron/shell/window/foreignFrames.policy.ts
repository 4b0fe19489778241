/** What an answer of a server may do, by its status and headers. Pure. */
import type { HeadersReceivedResponse, OnHeadersReceivedListenerDetails } from 'electron';
import { valuesIn } from '../app/requests.ts';

type Answer = Pick<OnHeadersReceivedListenerDetails, 'resourceType' | 'statusCode' | 'responseHeaders'>;

/** Whether Chromium clears the origin's workers: it reads the header as it came. */
export const isClearing = ({ responseHeaders }: Answer): boolean =>
  valuesIn(responseHeaders, 'clear-site-data').some((one) => /"(?:\*|storage)"/.test(one));

/** Types of what can run scripts when it is shown, and those of which Chromium finds out itself what they are. */
const DOCUMENTS = /html|xml|xsl|svg|text\/plain|multipart|message|signed-exchange|unknown/i;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Whether it would be shown, and could run scripts: a redirect leads on, a file is saved. */
export function isDocument({ resourceType, statusCode, responseHeaders }: Answer): boolean {
  // An <object> shows one too.
  if (!['mainFrame', 'subFrame', 'object'].includes(resourceType)) return false;
  if (statusCode === 204 || statusCode === 205) return false;
  // One that leads nowhere is shown.
  if (REDIRECTS.includes(statusCode) && valuesIn(responseHeaders, 'location').some(Boolean)) return false;
  // Whatever is shown would lead on to a document that the server writes into an address (`data:`).
  if (valuesIn(responseHeaders, 'refresh').length > 0) return true;
  // Chromium shows what is not exactly this.
  const [disposition = '', ...others] = valuesIn(responseHeaders, 'content-disposition');
  if (others.length === 0 && /^\s*attachment\s*(?:;|$)/i.test(disposition)) return false;
  const [type = '', ...more] = valuesIn(responseHeaders, 'content-type');
  return more.length > 0 || !/^\s*[\w.+-]+\/[\w.+-]+/.test(type) || DOCUMENTS.test(type);
}

export function withPolicies(
  { responseHeaders = {} }: Pick<Answer, 'responseHeaders'>,
  change: (given: string[]) => string[],
): HeadersReceivedResponse {
  const name = 'content-security-policy';
  const others = Object.entries(responseHeaders).filter(([one]) => one.toLowerCase() !== name);
  const policies = change(valuesIn(responseHeaders, name));
  return { responseHeaders: { ...Object.fromEntries(others), [name]: policies } };
}
