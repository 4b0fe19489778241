/**
 * The SDK's own IPC channels. It checks neither who sends nor what, and an envelope that it cannot read is an
 * exception of main; so both are checked before it hears a message.
 */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import * as v from 'valibot';
import { type Arguments, accepted, NOTHING, refused } from '../../ipc/messages.ts';

/** The SDK's `ipcNamespace`: the default, which its preload expects. */
export const SDK_NAMESPACE = 'sentry-ipc';

const attributes = v.optional(
  v.record(
    v.string(),
    v.object({
      value: v.union([
        v.string(),
        v.number(),
        v.boolean(),
        v.array(v.union([v.string(), v.number(), v.boolean()])),
      ]),
      type: v.string(),
      unit: v.optional(v.string()),
    }),
  ),
);
const AN_ENVELOPE = v.strictTuple([v.union([v.string(), v.instance(Uint8Array)])]);

/** Characters of a tag's or a user's value, as Sentry's server takes of a tag, and how many of them a page may set. */
const MAX_VALUE = 200;
const MAX_VALUES = 50;

/** The plain values of an object, bounded. */
function valuesOf(object: unknown): Record<string, unknown> {
  const values = Object.entries(object ?? {})
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, MAX_VALUES);
  return Object.fromEntries(
    values.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MAX_VALUE) : value]),
  );
}

/**
 * What a page may say of its scope: the last breadcrumb, tags and user. The SDK would take attachments too, add them
 * to every later report of both processes, and fail at each if one is not what it expects.
 * @throws for what is no scope
 */
function scopeData(json: string): string {
  const { breadcrumbs, tags, user } = JSON.parse(json) as Record<string, unknown>;
  const last: unknown = Array.isArray(breadcrumbs) ? breadcrumbs.at(-1) : undefined;
  return JSON.stringify({
    ...(typeof last === 'object' && last !== null && { breadcrumbs: [last] }),
    tags: valuesOf(tags),
    user: valuesOf(user),
  });
}

/** What the SDK in a page sends (its main/ipc.ts), by the channel's name behind the namespace. */
const SHAPES: ReadonlyMap<string, Arguments> = new Map<string, Arguments>([
  ['start', NOTHING],
  ['scope', v.strictTuple([v.pipe(v.string(), v.transform(scopeData))])],
  ['envelope', AN_ENVELOPE],
  ['feedback', AN_ENVELOPE],
  [
    'structured-log',
    v.strictTuple([
      v.object({
        timestamp: v.number(),
        level: v.string(),
        body: v.string(),
        trace_id: v.optional(v.string()),
        severity_number: v.optional(v.number()),
        attributes,
      }),
    ]),
  ],
  [
    'metric',
    v.strictTuple([
      v.object({
        timestamp: v.number(),
        name: v.string(),
        type: v.string(),
        value: v.number(),
        unit: v.optional(v.string()),
        trace_id: v.optional(v.string()),
        span_id: v.optional(v.string()),
        attributes,
      }),
    ]),
  ],
  [
    'status',
    v.strictTuple([
      v.looseObject({ status: v.picklist(['alive', 'visible', 'hidden']), config: v.looseObject({}) }),
    ]),
  ],
]);

/** What a channel takes that a newer SDK may bring: nothing, until it is known here. */
const UNKNOWN = v.tuple([v.never()]);

/** Called with each message that is not refused, before the SDK. */
export interface SdkHooks {
  scope(sender: WebContents, scope: string): void;
  envelope(sender: WebContents): void;
}

/** Runs `init`, which starts the SDK, and puts the check before every listener that it adds. */
export function guardSdk(isOurs: (sender: WebContents) => boolean, hooks: SdkHooks, init: () => void): void {
  const { on, handle } = ipcMain;

  function check(channel: string, event: IpcMainEvent | IpcMainInvokeEvent, args: unknown[]) {
    const shape = SHAPES.get(channel.slice(SDK_NAMESPACE.length + 1)) ?? UNKNOWN;
    const output = accepted(channel, event, args, shape, isOurs);
    if (!output) return undefined;
    if (channel === `${SDK_NAMESPACE}.scope`) hooks.scope(event.sender, output[0] as string);
    if (channel === `${SDK_NAMESPACE}.envelope`) hooks.envelope(event.sender);
    return output;
  }

  ipcMain.on = (channel, listener) =>
    on.call(ipcMain, channel, (event, ...args: unknown[]) => {
      try {
        const output = check(channel, event, args);
        if (output) listener(event, ...output);
      } catch (error) {
        refused(channel, `it cannot be read (${(error as Error).name})`);
      }
    });
  ipcMain.handle = (channel, listener) =>
    handle.call(ipcMain, channel, (event, ...args: unknown[]) => {
      const output = check(channel, event, args);
      if (!output) throw new Error(`A message on ${channel} was refused.`);
      return listener(event, ...output);
    });
  try {
    init();
  } finally {
    ipcMain.on = on;
    ipcMain.handle = handle;
  }
}
