/** Calls the app's own main code at the right moments. Its exceptions become faults, and the app continues. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { app, type BrowserWindow, ipcMain, Menu, type MenuItemConstructorOptions } from 'electron';
import * as v from 'valibot';
import { allowClosedTerminal, log } from '../../common/log.ts';
import type { Messages } from '../../common/messages.ts';
import type { Server } from '../../common/origins.ts';
import type { Report } from '../../common/reportedFaults.ts';
import { changeRequestHeaders } from '../../common/requestHeaders.ts';
import { CHANNELS, type Invocation } from '../../shared/channels.ts';
import { MAIN_KEY } from '../../shared/facade.ts';
import type { Fault } from '../../shared/fault.ts';
import { LIMITS } from '../../shared/limitValues/limits.ts';
import type { SentryOptions } from '../../shared/reportTypes.ts';
import { continueTrace, facade } from '../../telemetry/index.ts';
import { appCodeFailed, logFault } from '../recovery/faults.ts';
import type { Shell } from '../window/shell.ts';
import { checkDefinition } from './definition.ts';
import type { Context, Main, Shared } from './main.ts';

const Trace = v.object({
  'sentry-trace': v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[0-9a-f]{16}(?:-[01])?$/)),
  baggage: v.optional(v.pipe(v.string(), v.maxLength(LIMITS.baggage.value))),
});
/** A name, any cloneable value, and the page's trace. An invalid trace is dropped; the call still runs. */
const AN_INVOCATION = v.strictTuple([
  v.pipe(v.string(), v.maxLength(200)),
  v.unknown(),
  v.fallback(v.optional(Trace), undefined),
]);

export type Extension = ReturnType<typeof loadExtension>;

/** Loads the code before the SDK starts. @param file `extension.cjs`; undefined in safe mode, which runs without it */
export function loadExtension(file: string | undefined) {
  /** Failures from before the shell could show them. */
  const early: [what: string, error: unknown][] = [];
  let shell: Shell | undefined;
  let context: Context | undefined;

  function failed(what: string, error: unknown): void {
    if (!shell) return void early.push([what, error]);
    const fault = appCodeFailed('EXTENSION_FAILED', what, error);
    logFault(fault);
    shell.app.failed(fault, { error });
  }

  function run<T>(what: string, act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      failed(what, error);
      return undefined;
    }
  }

  const main = run('load', () => (file !== undefined && existsSync(file) ? mainIn(file) : undefined));
  return {
    sentry: (options: SentryOptions): SentryOptions =>
      run('sentry', () => main?.sentry?.(options)) ?? options,

    /** From now on, shows failures (including earlier ones), changes headers of requests, and answers pages. */
    connect({ shell: shown, ...options }: InvokeOptions & { shell: Shell }): void {
      shell = shown;
      if (main?.requestHeaders)
        changeRequestHeaders(
          (headers, request) =>
            run('requestHeaders', () => main.requestHeaders?.({ ...headers }, request)) ?? headers,
        );
      context = createContext(shell);
      for (const one of early.splice(0)) failed(...one);
      answerInvoke(main, context, options);
    },

    buildMenu(template: MenuItemConstructorOptions[]): Menu {
      const own = run('menu', () => {
        const made = context && main?.menu?.([...template], context);
        return made && Menu.buildFromTemplate(made);
      });
      return own ?? Menu.buildFromTemplate(template);
    },

    /** Call it after the window opens and before anything is loaded in it. */
    ready(): void {
      const done = run('ready', () => context && main?.ready?.(context));
      void Promise.resolve(done).catch((error) => failed('ready', error));
    },
  };
}

/** Requires the app's own code. @throws what it throws, or TypeError for what is wrong with its definition */
function mainIn(file: string): Main {
  const defined = new WeakSet<object>();
  (globalThis as Shared)[MAIN_KEY] = {
    define(main) {
      checkDefinition(main);
      defined.add(main);
    },
    telemetry: facade,
  };
  allowClosedTerminal();
  const main: unknown = createRequire(file)(file)?.default;
  if (typeof main === 'object' && main !== null && defined.has(main)) return main as Main;
  throw new TypeError('The default export is not the result of defineMain from holdfast/main.');
}

/** What the app's own code can use of the running app. */
function createContext({ app: own }: Shell): Context {
  return {
    app,
    window: () => own.window,
    eachWindow(listener) {
      let last: BrowserWindow | undefined;
      const tell = () => {
        const { window } = own;
        if (!window || window === last) return;
        last = window;
        listener(window);
      };
      // Later: the app does not own the window yet, and a listener's exception is not one of the code that opens windows.
      app.on('browser-window-created', () => setImmediate(tell));
      tell();
    },
    open: (path) => own.focus(path),
    tell(name, value) {
      if (!own.isAlive) return false;
      own.window?.webContents.send(CHANNELS.message(name), value);
      return true;
    },
    log,
    captureException: facade.captureException,
  };
}

interface InvokeOptions {
  messages: Messages;
  server?: Server | undefined;
  evaluates?: boolean | undefined;
  report: Report;
  note(fault: Fault): void;
}

export function answerInvoke(
  main: Main | undefined,
  context: Context,
  { messages, server, evaluates, report, note }: InvokeOptions,
): void {
  const failed = (error: unknown, name: string): string | undefined => {
    const fault = appCodeFailed('HANDLER_FAILED', name, error);
    logFault(fault);
    const reportId = report(fault, { error });
    note({ ...fault, reportId });
    return reportId;
  };
  ipcMain.handle(CHANNELS.invoke, async (event, ...args: unknown[]): Promise<Invocation> => {
    const asked = messages.accepted(CHANNELS.invoke, event, args, AN_INVOCATION);
    const caller = asked && context.window();
    if (!caller) throw new Error(`A message on ${CHANNELS.invoke} was refused.`);
    const [name, input, trace] = asked;
    const { call } = await import('./call.ts');
    const run = () =>
      call({ main, name, input, server, evaluates, context: { ...context, caller }, report: failed });
    return await (trace ? continueTrace(trace, run) : run());
  });
}
