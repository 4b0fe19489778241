/** What is wrong, in sentences that say what to do. Pure. */

import { formatTime } from '../shared/format.ts';
import * as TEXTS from '../shared/texts.ts';
import type { Facts } from './facts.ts';

const texts = TEXTS.diagnostics;

const DAY_MS = 86_400_000;
/** Chromium's name for its own key. */
const NO_KEY_RING = 'basic_text';

/** What is known without the network, the worst first. */
export function localProblems({ at, loaded, disk, faults, running }: Facts): string[] {
  const { trouble, lastAnswer } = running?.outbox ?? {};
  const answer = lastAnswer?.error ?? lastAnswer?.status ?? 0;
  const isFailure = typeof answer === 'string' || answer >= 400;
  // Each of these is a fault too.
  const settings = loaded.faults.map(({ title }) => title);
  const recent = faults.list.filter((fault) => fault.at > at - DAY_MS && !settings.includes(fault.title));
  const [latest] = recent;
  return [
    ...loaded.faults.map(({ title, detail = '' }) => `${title}: ${detail}`),
    ...disk.problems,
    ...(trouble && disk.problems.length === 0 ? [`${trouble.code}: ${trouble.message}`] : []),
    ...faults.problems,
    // In development it is switched off where it can't work, as for root.
    ...(running?.sandbox === false && running.isPackaged ? [texts.notSandboxed] : []),
    // An app that is not packaged does not encrypt its cookies.
    ...(running?.keyStore === NO_KEY_RING && running.isPackaged ? [texts.noKeyRing] : []),
    ...(lastAnswer && isFailure ? [texts.lastSend(String(answer), formatTime(lastAnswer.at))] : []),
    ...(disk.quarantined > 0 ? [texts.quarantined(disk.quarantined)] : []),
    ...Object.entries(running?.refused ?? {}).map(([channel, count]) => texts.refused(channel, count)),
    ...(latest ? [texts.recentErrors(recent.length, latest.title, formatTime(latest.at))] : []),
  ];
}

export function serverProblems({ servers, running }: Facts): string[] {
  const unreachable = servers.flatMap(({ name, address, steps = [] }) =>
    steps
      .filter(({ result }) => result === 'failed')
      .map(({ step, detail }) => texts.unreachable(`${name} (${address})`, step, detail)),
  );
  return [...(running?.isOnline === false && unreachable.length > 0 ? [texts.offline] : []), ...unreachable];
}
