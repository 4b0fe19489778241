/** A fault as an answer: the error page for a navigation, one line of text for anything else. */
import { fillDocument } from '../shared/document.ts';
import { type Fault, isRetried, textOf } from '../shared/fault.ts';
import { helpFor } from '../shared/help.ts';
import { type Answer, type Asked, textAnswer } from './answer.ts';
import type { FaultPage, ProtocolOptions } from './handler.ts';

const DOCUMENT_DESTINATIONS = new Set(['document', 'frame', 'iframe']);

/**
 * Whether the answer to a request will be shown as a page. `Sec-Fetch-Dest` says so; Chromium adds it in its
 * network service, which an app's own scheme does not pass, so that `Accept` decides where it is absent: a
 * navigation asks for `text/html`, a script, image or fetch does not. A request with neither gets the page: a
 * page where none was wanted does no harm, a blank window does.
 *
 * @param otherwise the answer for a request with neither, such as a link with `download`
 */
export function wantsDocument(request: Asked, otherwise = true): boolean {
  const destination = request.headers.get('Sec-Fetch-Dest');
  if (destination !== null) return DOCUMENT_DESTINATIONS.has(destination);
  return request.headers.get('Accept')?.includes('text/html') ?? otherwise;
}

function statusOf(fault: Fault): number {
  const { code } = fault;
  return typeof code === 'number' && code >= 400 && code <= 599 ? code : 500;
}

/** What makes a document run script, in the templates of the build; a filled-in value has no `<`. */
const SCRIPTS = /\s*<script\b[^>]*>\s*<\/script>|\s*<link\b[^>]*\brel="modulepreload"[^>]*>/g;

/**
 * Answers a request with a fault. The status is the fault's code if that is an HTTP error status, else 500.
 * The answer to HEAD is made as for GET; the protocol handler takes its body away.
 *
 * @param page as main wants it; absent: as the rules say, with its script
 */
export function errorAnswer(
  fault: Fault,
  request: Asked,
  { documents, version }: Pick<ProtocolOptions, 'documents' | 'version'>,
  page: Omit<FaultPage, 'fault'> = {
    retry: { automatic: isRetried(fault) },
    help: helpFor(fault),
    script: true,
  },
): Answer {
  const asDocument = wantsDocument(request);
  const { code, sentence } = textOf(fault);
  const template = fault.code === undefined ? documents.uncoded : documents.coded;
  const text = asDocument
    ? fillDocument(
        page.script ? template : template.replace(SCRIPTS, ''),
        fault,
        { version },
        page.retry,
        page.help,
      )
    : `${code ? `${code} ` : ''}${sentence}\n`;
  return textAnswer(statusOf(fault), asDocument ? 'text/html' : 'text/plain', text);
}
