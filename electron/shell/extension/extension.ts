/** Calls the app's own main code at the right moments. Its exceptions become faults, and the app continues. */
import { Menu, type MenuItemConstructorOptions } from 'electron';
import { changeRequestHeaders } from '../../common/requestHeaders.ts';
import type { SentryOptions } from '../../shared/reportTypes.ts';
import { appCodeFailed, logFault } from '../recovery/faults.ts';
import type { Shell } from '../window/shell.ts';
import { createContext } from './context.ts';
import { answerInvoke, type InvokeOptions } from './invoke.ts';
import { loadMain } from './load.ts';
import type { Context } from './main.ts';

type What = 'load' | 'sentry' | 'menu' | 'ready' | 'requestHeaders';

export class Extension {
  readonly #main;
  /** Failures from before the shell could show them. */
  readonly #early: { what: What; error: unknown }[] = [];
  #shell: Shell | undefined;
  #context: Context | undefined;

  /** Loads the code before the SDK starts. @param file `extension.cjs`; undefined in safe mode, which runs without it */
  constructor(file: string | undefined) {
    const { main, error } = file === undefined ? {} : loadMain(file);
    this.#main = main;
    if (error !== undefined) this.#failed('load', error);
  }

  readonly sentry = (options: SentryOptions): SentryOptions =>
    this.#run('sentry', () => this.#main?.sentry?.(options)) ?? options;

  /** From now on, shows failures (including earlier ones), changes headers of requests, and answers pages. */
  connect({ shell, ...options }: InvokeOptions & { shell: Shell }): void {
    this.#shell = shell;
    if (this.#main?.requestHeaders)
      changeRequestHeaders(
        (headers, request) =>
          this.#run('requestHeaders', () => this.#main?.requestHeaders?.({ ...headers }, request)) ?? headers,
      );
    this.#context = createContext(shell);
    for (const { what, error } of this.#early.splice(0)) this.#failed(what, error);
    answerInvoke(this.#main, this.#context, options);
  }

  readonly buildMenu = (template: MenuItemConstructorOptions[]): Menu => {
    const context = this.#context;
    const own = this.#run('menu', () => {
      const made = context && this.#main?.menu?.([...template], context);
      return made && Menu.buildFromTemplate(made);
    });
    return own ?? Menu.buildFromTemplate(template);
  };

  /** Call it after the window opens and before anything is loaded in it. */
  ready(): void {
    const context = this.#context;
    const done = this.#run('ready', () => context && this.#main?.ready?.(context));
    void Promise.resolve(done).catch((error) => this.#failed('ready', error));
  }

  #run<T>(what: What, act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      this.#failed(what, error);
      return undefined;
    }
  }

  #failed(what: What, error: unknown): void {
    if (!this.#shell) return void this.#early.push({ what, error });
    const fault = appCodeFailed('EXTENSION_FAILED', what, error);
    logFault(fault);
    this.#shell.app.failed(fault, { error });
  }
}
