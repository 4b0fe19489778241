/** Takes envelopes of any Sentry SDK in the app's pages, as pageReports.ts does, and answers like Sentry. */
import { type AppRequest, type AppResponse, readBody, textResponse } from '../../common/message.ts';
import { steadyTime } from '../../shared/clock.ts';
import { type OpenEnvelope, readEnvelope } from '../outbox/envelope.ts';
import { createPeriod } from '../rateLimit/period.ts';
import { inTurn } from '../workInTurns/turns.ts';
import { TooLarge } from './logsAndSpans.ts';
import { FROM_PAGE, MAX_MESSAGE } from './pageReports.ts';

/** Envelopes per minute. A page with replays, traces and sessions sends some twenty. */
const A_MINUTE = 300;

/** Creates the function that answers a POST with an envelope. @param receive false if reports are off */
export function createTunnel(dsn: string, receive: (envelope: OpenEnvelope) => boolean | Promise<boolean>) {
  const project = projectOf(dsn);
  const minute = createPeriod(60_000, A_MINUTE);

  return async (request: AppRequest): Promise<AppResponse> => {
    const now = steadyTime();
    if (minute.take(1, now) === 0) {
      const seconds = Math.ceil((minute.end() - now) / 1_000);
      const until = { 'retry-after': String(seconds), 'x-sentry-rate-limits': `${seconds}::key` };
      return answer(429, { detail: `More than ${A_MINUTE} envelopes in a minute.` }, until);
    }
    const body = await readBody(request, MAX_MESSAGE);
    if (!body) return answer(413, { detail: `An envelope may have at most ${MAX_MESSAGE} bytes.` });
    return inTurn(() => take(body));
  };

  async function take(body: Buffer): Promise<AppResponse> {
    try {
      const envelope = readEnvelope(body, FROM_PAGE);
      const { dsn: given, event_id: id } = envelope.header;
      if (projectOf(given) !== project)
        return answer(403, { detail: 'The DSN of Sentry.init differs from the setting "sentryDsn".' });
      return (await receive(envelope)) ? answer(200, { id }) : answer(403, { detail: 'Reports are off.' });
    } catch (error) {
      if (error instanceof TooLarge) return answer(413, { detail: error.message });
      return answer(400, { detail: `invalid envelope (${(error as Error).name})` });
    }
  }
}

/** Without a secret key, which older DSNs contain. */
function projectOf(dsn: unknown): string {
  const { protocol, username, host, pathname } = URL.parse(String(dsn)) ?? {};
  return `${protocol}//${username}@${host}${pathname}`;
}

function answer(status: number, body: object, headers?: Record<string, string>): AppResponse {
  return textResponse(status, 'application/json', JSON.stringify(body), headers);
}
