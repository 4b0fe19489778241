/** Checks what a page says about its telemetry. */
import * as v from 'valibot';
import type { PageReport } from '../../shared/telemetry.ts';

const replayId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const REPORT: v.GenericSchema<unknown, PageReport> = v.variant('what', [
  v.object({ what: v.literal('ready'), maxBreadcrumbs: v.pipe(v.number(), v.finite()) }),
  v.object({ what: v.literal('input') }),
  v.object({ what: v.literal('started'), replayId }),
  v.object({ what: v.literal('ended'), replayId, reason: v.pipe(v.string(), v.maxLength(100)) }),
  v.object({ what: v.literal('checkpoint'), replayId }),
  v.object({ what: v.literal('baggage'), dropped: count }),
]);

/** The arguments of a message that is a report. */
export const A_REPORT = v.strictTuple([REPORT]);
