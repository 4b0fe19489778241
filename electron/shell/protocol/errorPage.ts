/** A fault as a response: the error page for a navigation, one line of text for any other request. */

import { documentResponse } from '../../builtConfig/csp/csp.ts';
import { type AppRequest, type AppResponse, textResponse } from '../../common/message.ts';
import { fillDocument } from '../../shared/document.ts';
import type { Fault } from '../../shared/fault.ts';
import { titleOf } from '../../shared/faultText.ts';
import { helpFor } from '../../shared/help.ts';
import type { FaultDocument } from './faultPage.ts';

/**
 * Whether the response will be shown as a page: a navigation asks for `text/html`, a script, image or fetch does not. Only the
 * network service, which custom schemes bypass, adds `Sec-Fetch-Dest`. What asks for nothing, such as a link with `download`,
 * is `otherwise`: an unwanted page does no harm, a blank window does.
 */
export const wantsDocument = ({ headers }: AppRequest, otherwise = true): boolean =>
  headers.accept?.includes('text/html') ?? otherwise;

/** The script tags in the build's templates; filled-in values contain no `<`. */
const SCRIPTS = /(?<!\s)\s*<script\b[^<>]*>\s*<\/script>/g;

export interface ErrorPageOptions {
  /** The error page as documents without script, with and without a status in the heading. */
  documents: { readonly coded: string; readonly uncoded: string };
  /** The app's name and version, such as `Holdfast 0.1.0`. */
  app: string;
}

/**
 * Responds to a request with a fault. @param status of the response: Chromium writes a crash dump about one it does not know
 * @param page the page that main wants; by default it follows from the fault, and runs its script
 */
export function errorResponse(
  status: number,
  fault: Fault,
  request: AppRequest,
  { documents, app }: ErrorPageOptions,
  policy: string,
  page: Omit<FaultDocument, 'fault'> = { retryAt: null, help: helpFor(fault), script: true },
): AppResponse {
  if (!wantsDocument(request))
    return textResponse(status, 'text/plain', `${[fault.code, titleOf(fault)].filter(Boolean).join(' ')}.\n`);
  const html = fillDocument(documents, fault, { app }, page.retryAt, page.help);
  return documentResponse(status, page.script ? html : html.replace(SCRIPTS, ''), policy);
}
