/** What a page writes to its console, as Electron's `console-message` has it. */
import type { Session } from './cdp.ts';
import { ownScheme } from './protocol.ts';
import { fromChromium } from './urls.ts';

export interface ConsoleMessage {
  message: string;
  level: 'info' | 'warning' | 'error' | 'debug';
  lineNumber: number;
  sourceId: string;
}

/** The parts of CDP's Runtime.RemoteObject that are used. */
interface Remote {
  type: string;
  subtype?: string;
  className?: string;
  value?: unknown;
  unserializableValue?: string;
  description?: string;
  preview?: { overflow: boolean; properties: { value?: string }[] };
}

const LEVELS: Readonly<Record<string, ConsoleMessage['level']>> = {
  warning: 'warning',
  error: 'error',
  assert: 'error',
  debug: 'debug',
  verbose: 'debug',
};
const levelOf = (type: string) => LEVELS[type] ?? 'info';

/** An argument as `String()` makes it, which is how Chromium joins them. */
export function textOf(arg: Remote): string {
  if (arg.type === 'object' && arg.subtype === undefined) return `[object ${arg.className}]`;
  if (arg.subtype === 'array') {
    const { overflow = true, properties = [] } = arg.preview ?? {};
    return overflow ? String(arg.description) : properties.map(({ value }) => value ?? '').join(',');
  }
  if (arg.subtype === 'error') return String(arg.description).split('\n    at ')[0] as string;
  if ('value' in arg) return String(arg.value);
  return arg.unserializableValue ?? arg.description ?? arg.type;
}

/** Tells each message: of the console's functions, of errors nobody caught, and of Chromium itself. */
export function listenToConsole(session: Session, tell: (message: ConsoleMessage) => void): void {
  const write = (level: string, message: string, url: string | undefined, line: number | undefined) =>
    tell({
      level: levelOf(level),
      message,
      lineNumber: line === undefined ? 0 : line + 1,
      sourceId: fromChromium(url ?? '', ownScheme()),
    });
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    const at = stackTrace?.callFrames[0];
    write(type, args.map((arg) => textOf(arg as Remote)).join(' '), at?.url, at?.lineNumber);
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    const { text, exception, url, lineNumber, stackTrace } = exceptionDetails;
    const message = exception ? `${text} ${textOf(exception as Remote)}` : text;
    write('error', message, url ?? stackTrace?.callFrames[0]?.url, lineNumber);
  });
  session.on('Log.entryAdded', ({ entry }) => write(entry.level, entry.text, entry.url, entry.lineNumber));
}
