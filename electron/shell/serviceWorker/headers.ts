/** Headers of a build at its server's own address. */

import { answerPolicies, webSources } from '../../builtConfig/csp/csp.ts';
import { policyEntries, sourcesOf } from '../../builtConfig/csp/policyEntries.ts';
import type { Server } from '../../common/origins.ts';
import type { AnswerTable } from '../../shared/answers.ts';
import { APP_ORIGIN, SHELL_PATH } from '../../shared/channels.ts';
import { SITE_SHELL, type WorkerData } from '../../shared/site.ts';
import { pageHeaders } from '../protocol/headers.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * A sealed build has the policy of one under `app://`. Any other shares its origin with the server's pages, which no policy of
 * the shell limits, and gets one only if the settings name it.
 */
export function siteHeaders(
  { origin, isSealed }: Server,
  { scripts }: AnswerTable,
  settings: Settings,
): Pick<WorkerData, 'headers' | 'policies'> {
  const { policy, contentSecurityPolicy: added } = settings;
  if (!isSealed && policy === undefined)
    return { headers: pageHeaders(settings, true), policies: { script: '', file: '', document: '' } };
  const entries = policyEntries(policy, added);
  const own = webSources(scripts, origin);
  // From there the page script loads the SDK.
  const sources = {
    ...own,
    'script-src': [...(own['script-src'] ?? []), APP_ORIGIN + SHELL_PATH],
    // Main leads them to its files there, and Chromium asks for a redirected one as for a frame.
    ...(sourcesOf(entries, 'object-src').length > 0 && {
      'object-src': [SITE_SHELL],
      'frame-src': [SITE_SHELL],
    }),
  };
  return { headers: pageHeaders(settings), policies: answerPolicies(sources, entries) };
}
