/**
 * Counts what the content security policy refuses, and logs each case once. Chromium posts reports here (`report-uri`) from
 * documents, frames and workers. A page can post anything too, so reports are used for nothing else.
 */
import * as v from 'valibot';
import { logOnce } from '../../common/log.ts';
import { type AppRequest, type AppResponse, readBody, textResponse } from '../../common/message.ts';
import { REFUSED_PATH } from '../../shared/channels.ts';
import { parseObject } from '../../shared/pageData.ts';

/** Maximum size of a report in bytes: it contains the whole policy. */
const MAX_BYTES = 200_000;

/** The format of `report-uri` (Content Security Policy Level 3, deprecated serialization). */
const REPORT = v.object({
  'csp-report': v.object({
    'effective-directive': v.pipe(v.string(), v.regex(/^[a-z-]{3,30}$/)),
    'blocked-uri': v.string(),
  }),
});

/** Maximum number of directives to count; a policy has some 20. */
const MAX_DIRECTIVES = 30;
const counts = new Map<string, number>();

/** Number of refused loads since the start, by directive. */
export const refusedLoads = (): ReadonlyMap<string, number> => counts;

export const refusals = (request: AppRequest, path: string): Promise<AppResponse> | undefined =>
  path === REFUSED_PATH && request.method === 'POST' ? take(request) : undefined;

async function take(request: AppRequest): Promise<AppResponse> {
  const body = await readBody(request, MAX_BYTES);
  const read = v.safeParse(REPORT, parseObject(String(body ?? '')));
  if (!read.success)
    return textResponse(400, 'text/plain', 'This is no report of a content security policy.\n');
  const { 'effective-directive': effective, 'blocked-uri': uri } = read.output['csp-report'];
  // Most starts need no advice.
  const { adviceAbout } = await import('../../builtConfig/csp/refused.policy.ts');
  const { directive, line } = adviceAbout(effective, uri);
  if (counts.has(directive) || counts.size < MAX_DIRECTIVES)
    counts.set(directive, (counts.get(directive) ?? 0) + 1);
  logOnce(line);
  return { status: 204, headers: {}, body: null };
}
