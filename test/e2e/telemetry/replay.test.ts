/** A replay in the running app. replay.long.test.ts tests its limits, which takes long. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limits.ts';
import { readRecording } from '../../support/envelopeServer.ts';
import { app, server, withReplay } from '../../support/replayApp.ts';
import { until } from '../../support/until.ts';

const recorded = withReplay();

/** rrweb's types of events, and of changes. */
const [CHANGE, WHOLE, CUSTOM, MUTATION] = [3, 2, 5, 0];

it('a large insertion pauses a replay, which says so and resumes with a full snapshot; a page that is too large waits until it shrinks', async () => {
  const id = recorded();
  const events = () =>
    server.taken.flatMap(({ items }) =>
      items.some(({ payload }) => payload.replay_id === id)
        ? items.filter(({ type }) => type === 'replay_recording').flatMap(readRecording)
        : [],
    );
  /** Elements that the recording added by changes, and how often it began with a full snapshot since `from`. */
  const added = () =>
    JSON.stringify(events().filter(({ type }) => type === CHANGE)).match(/"tagName":"td"/g)?.length ?? 0;
  const whole = (from: number) => events().filter((one) => one.type === WHOLE && one.timestamp >= from);
  const insert = (rows: number) =>
    app.inPage((count) => {
      document.querySelector('table')?.remove();
      const table = document.body.appendChild(document.createElement('table'));
      table.innerHTML = '<tr><td>one</td><td>two</td><td>three</td></tr>'.repeat(count);
      return Date.now();
    }, rows);

  const first = await insert(2_000);
  const [picture] = await until('a whole picture with the rows', () => {
    const found = whole(first);
    return found.length > 0 ? found : undefined;
  });
  expect(JSON.stringify(picture).match(/"tagName":"td"/g)).toHaveLength(6_000);
  expect(added()).toBe(0);
  const said = JSON.stringify(events().filter(({ type }) => type === CUSTOM));
  expect(said).toMatch(/"category":"replay.mutations".*"count":8\d\d\d,"limit":true/);

  const second = await insert(LIMITS.replayElements.value / 3);
  await pause(4_000);
  expect(whole(second)).toEqual([]);
  const third = await app.inPage(() => {
    document.querySelector('table')?.remove();
    return Date.now();
  });
  await until('a whole picture of the smaller page', () => whole(third).length > 0);
  expect(added()).toBe(0);
  // It now records changes.
  const last = (whole(third).at(-1)?.timestamp ?? 0) + 1;
  await until('a change after it', () =>
    events().some(
      ({ type, timestamp, data }) =>
        type === CHANGE && timestamp > last && (data as { source: number }).source === MUTATION,
    ),
  );
});
