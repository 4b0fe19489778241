/** A fault as a response: the error page for a navigation, one line of text for any other request. */

import { type AppRequest, type AppResponse, textResponse } from '../../common/message.ts';
import { documentResponse, type Policy } from '../../configuration/policy/csp.ts';
import { fillDocument } from '../../shared/document.ts';
import type { Fault } from '../../shared/fault.ts';
import { titleOf } from '../../shared/faultText.ts';
import { helpFor } from '../../shared/help.ts';
import type { FaultDocument } from './faultPage.ts';

const DOCUMENT_DESTINATIONS = new Set(['document', 'frame', 'iframe']);

/**
 * Whether the response will be shown as a page. Chromium adds `Sec-Fetch-Dest`, which would say so, only in its network
 * service, which requests of a custom scheme bypass. Without it `Accept` decides: a navigation asks for `text/html`; a
 * script, image or fetch does not. A request with neither gets the page: an unwanted page does no harm, a blank window
 * does.
 * @param otherwise the result for a request with neither, such as a link with `download`
 */
export function wantsDocument({ headers }: AppRequest, otherwise = true): boolean {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return DOCUMENT_DESTINATIONS.has(destination);
  return headers.accept?.includes('text/html') ?? otherwise;
}

function statusOf(fault: Fault): number {
  const { code } = fault;
  return typeof code === 'number' && code >= 400 && code <= 599 ? code : 500;
}

/** The script tags in the build's templates; filled-in values contain no `<`. */
const SCRIPTS = /(?<!\s)\s*<script\b[^<>]*>\s*<\/script>/g;

export interface ErrorPageOptions {
  /** The error page as documents without script, with and without a status in the heading. */
  documents: { readonly coded: string; readonly uncoded: string };
  /** The app's name and version, such as `Holdfast 0.1.0`. */
  app: string;
}

/**
 * Responds to a request with a fault. The status is the fault's code if that is an HTTP error status, else 500.
 * @param page the page that main wants; by default it follows from the fault, and runs its script
 */
export function errorResponse(
  fault: Fault,
  request: AppRequest,
  { documents, app }: ErrorPageOptions,
  policy: Policy,
  page: Omit<FaultDocument, 'fault'> = { retryAt: null, help: helpFor(fault), script: true },
): AppResponse {
  const status = statusOf(fault);
  if (!wantsDocument(request))
    return textResponse(status, 'text/plain', `${[fault.code, titleOf(fault)].filter(Boolean).join(' ')}.\n`);
  const html = fillDocument(documents, fault, { app }, page.retryAt, page.help);
  return documentResponse(status, page.script ? html : html.replace(SCRIPTS, ''), policy);
}
