/** Calls one of the app's own handlers for a page. */
import type { Server } from '../../common/origins.ts';
import type { Invocation } from '../../shared/channels.ts';
import { hint } from './definition.ts';
import type { CallContext, Main } from './main.ts';
import type { Issue, Schema } from './standardSchema.ts';

const MAX_MESSAGE = 500;
const MAX_ISSUES = 5;

interface Handler {
  input?: Schema;
  remote?: boolean;
  run(input: unknown, context: CallContext): unknown;
}

export interface Call {
  main: Main | undefined;
  name: string;
  input: unknown;
  server?: Server | undefined;
  evaluates?: boolean | undefined;
  context: CallContext;
  report(error: unknown, name: string): string | undefined;
}

/** Never rejects: a failure becomes an `Invocation` with a problem. */
export async function call(asked: Call): Promise<Invocation> {
  const { main, name, input, server, evaluates, context, report } = asked;
  const handlers = (main?.handle ?? {}) as Record<string, Handler>;
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (!handler) return { problem: `There is no handler "${name}".${hint(name, Object.keys(handlers))}` };
  // The code of the app's own server is not the build's, nor is what a page makes from text.
  const strangers =
    server && !server.isDev && !server.isSealed
      ? 'pages of a server'
      : evaluates && 'pages that may use eval';
  if (strangers && handler.remote !== true)
    return { problem: `${name} was not called: ${strangers} may only call handlers with remote: true.` };
  if (server?.isOpen)
    return { problem: `${name} was not called: the connection to this server is not encrypted.` };
  try {
    const checked = await check(handler, input);
    if (checked.issues) return { problem: `${name} was not called: ${wrong(checked.issues)}` };
    const value = await handler.run(checked.value, context);
    const problem = problemOf(value);
    if (problem) throw new TypeError(`${name} returned a value that cannot be sent to a page: ${problem}`);
    return { value };
  } catch (error) {
    const reportId = report(error, name);
    return { problem: `${name} failed: ${messageOf(error)}${reportId ? ` (report ${reportId})` : ''}` };
  }
}

function check({ input: schema }: Handler, input: unknown) {
  if (schema) return schema['~standard'].validate(input);
  return input === undefined ? { value: undefined } : { issues: [{ message: 'it takes no input' }] };
}

/** One `input.items[2].name: …` for each issue. */
function wrong(issues: readonly Issue[]): string {
  const texts = issues.slice(0, MAX_ISSUES).map(({ message, path = [] }) => {
    const keys = path.map((one) => (typeof one === 'object' ? one.key : one));
    const place = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
    return `input${place.join('')}: ${message}`;
  });
  return texts.join('; ').slice(0, MAX_MESSAGE * 2);
}

/** Why a value cannot be sent. Electron would tell only the page, without the handler's name, and report nothing. */
function problemOf(value: unknown): string | undefined {
  try {
    structuredClone(value);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** File paths: in quotes, up to the line's last quote, because a path may contain one; and without quotes. */
const QUOTED_PLACE = /(["'`])(?:file:|[a-z]:[\\/]|\\\\|~?\/).*\1/gi;
const PLACE = /(?<![\w:/.\\])(?:file:\/\/|[a-z]:[\\/]|\\\\|~?\/(?=[\w.~-]))[^\s"'`,;)]*/gi;

/** Prepares an error's message for a page: its first line, without file paths. */
export function messageOf(error: unknown): string {
  try {
    const text = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
    const [line = ''] = text.split('\n');
    const told = line.slice(0, MAX_MESSAGE).replace(QUOTED_PLACE, '…').replace(PLACE, '…');
    return told || 'it threw without a message';
  } catch {
    // Reading the message throws too.
    return 'it threw without a message';
  }
}
