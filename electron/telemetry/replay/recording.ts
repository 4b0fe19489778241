/** On the wire a replay recording is a line of JSON with the segment's number, then the data: main keeps only the data. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { isObject } from '../../shared/isObject.ts';
import { REPLAY_LIMITS } from '../../shared/limitValues/limits.ts';
import { REDACTED } from '../../shared/secretPatterns/redact.ts';
import { EACH, inTurns, type Steps } from '../workInTurns/turns.ts';

const NEWLINE = 10;
/** First byte of compressed data. Our pages send JSON. */
const ZLIB = 0x78;

export function numbered(data: Uint8Array, number: number): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ segment_id: number })}\n`), data]);
}

/** Kinds of rrweb events: the page's address, and the SDK's own additions. */
const [META, CUSTOM] = [4, 5];
const ADDRESSES: ReadonlySet<string> = new Set(
  'href src srcset action formaction poster data background xlink:href rr_src'.split(' '),
);

/** Attributes that say how an element looks or works. The recorder masks `aria-label`, `placeholder` and `title` itself. */
const SHOWN = new RegExp(
  `^(?:${[
    'id class type name role for is slot part dir lang hidden disabled checked selected multiple readonly required open',
    'inert tabindex contenteditable draggable translate spellcheck autocomplete autofocus method enctype target rel media',
    'charset http-equiv as crossorigin loading decoding async defer width height size sizes cols rows colspan rowspan',
    'scope align valign bgcolor color face border cellpadding cellspacing maxlength minlength wrap start shape coords',
    'controls loop muted autoplay playsinline sandbox frameborder scrolling aria-label placeholder title',
    'aria-(?:hidden|expanded|selected|checked|current|disabled|pressed|busy|invalid|modal|orientation|level|haspopup)',
    'xmlns(?::.*)? xml:space version viewBox preserveAspectRatio d x y x[12] y[12] dx dy cx cy r rx ry fx fy points',
    'transform offset pathLength (?:gradient|pattern|clipPath|mask|filter|primitive|marker)(?:Units|ContentUnits)',
    'gradientTransform patternTransform spreadMethod refX refY orient marker(?:Width|Height) fill(?:-.*)? stroke(?:-.*)?',
    'stop-.* (?:clip|flood|font|letter|word|text|paint|shape|color|image|vector|dominant|alignment|baseline)-.*',
    'clip mask filter opacity display visibility overflow cursor in2? result stdDeviation mode operator k[1-4] values',
    'data-sentry-.* rr_.* _cssText',
  ]
    .join(' ')
    .replaceAll(' ', '|')})$`,
);

type RedactField = (name: string, value: unknown) => Steps<unknown>;

/** Returns its data, redacted and compressed, and its uncompressed bytes; over the limit or broken none and `Infinity`. */
export async function redactRecording(
  recording: Uint8Array,
  redact: RedactField,
  showsInputs: boolean,
  limit: number = REPLAY_LIMITS.recording,
): Promise<{ data: Uint8Array; bytes: number }> {
  const data = recording.subarray(recording.indexOf(NEWLINE) + 1);
  try {
    // Stops at the limit, so that a small file cannot fill the memory.
    const text =
      data[0] === ZLIB ? await promisify(inflate)(data, { maxOutputLength: limit }) : Buffer.from(data);
    if (text.length > limit) throw new RangeError('The recording is too large.');
    const events = JSON.parse(text.toString());
    await inTurns(redactEvents(events, redact, showsInputs));
    return { data: await promisify(deflate)(JSON.stringify(events)), bytes: text.length };
  } catch {
    return { data: Buffer.of(), bytes: Number.POSITIVE_INFINITY };
  }
}

const INPUTS: ReadonlySet<string> = new Set(['input', 'textarea', 'select']);
/** Inputs without typed text: their values are the page's own. */
const UNTYPED: ReadonlySet<unknown> = new Set(['hidden', 'button', 'submit', 'reset', 'image']);
/** In JSON, so a quote may have a backslash before it. */
const DATA_URL = /url\(\s*(?:(\\?["'])data:.*?\1|data:[^)]*)\s*\)/gs;

/** Changes the attributes of elements, in snapshots of the page and changes of it, in place. */
function* redactEvents(
  events: { type: number; data: unknown }[],
  redact: RedactField,
  showsInputs: boolean,
): Steps<void> {
  for (const event of events)
    if (event.type === META || event.type === CUSTOM) event.data = yield* redact('data', event.data);
  // The recorder's own additions name elements too.
  const nodes: unknown[] = [...events];
  while (nodes.length > 0) {
    const node = nodes.pop();
    if (typeof node !== 'object' || node === null) continue;
    yield EACH;
    const { attributes, tagName } = node as { attributes?: Record<string, unknown>; tagName?: string };
    for (const one of Object.values(node)) nodes.push(one);
    if (!isObject(attributes)) continue;
    // A change does not name its element's kind.
    const isTyped = tagName ? INPUTS.has(tagName) && !UNTYPED.has(attributes.type) : showsInputs;
    for (const [name, one] of Object.entries(attributes)) {
      if (ADDRESSES.has(name)) attributes[name] = yield* redact('url', one);
      else if (name === 'style') attributes[name] = yield* redactStyle(one, redact);
      else if (name === 'value' ? !isTyped : !SHOWN.test(name))
        attributes[name] = typeof one === 'string' ? REDACTED : one;
    }
  }
}

/** A text or, in a change, an object of texts or of lists of them. Pictures within it may be private. */
function* redactStyle(style: unknown, redact: RedactField): Steps<unknown> {
  const text = JSON.stringify(style) ?? '';
  if (!text.includes('url(')) return style;
  return yield* redact('style', JSON.parse(text.replace(DATA_URL, `url(${REDACTED})`)));
}
