/** Pages that do not answer: Chromium's hang monitor, and the stack of what a page is doing. */
import { letGo, type Session } from './cdp.ts';
import { ownScheme } from './protocol.ts';
import { fromChromium } from './urls.ts';

/** Chromium calls a page hung when an input was not handled for so long (kHungRendererDelay), in ms. */
const HUNG_MS = 15_000;
/** With a display a person is there to click, and clicks cannot be seen: the page is asked in their place, in ms. */
const ASK_MS = 5_000;

/**
 * Tells `unresponsive` and `responsive` as Chromium does: only when an input waits for a page. Inputs that main sends
 * are watched; those of a person stand behind a display only. Not told of a page that another DevTools client may be
 * attached to, which Chromium takes for a page that is being debugged.
 */
export class HangMonitor {
  private readonly tell: (name: 'unresponsive' | 'responsive') => void;
  private hung = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(tell: (name: 'unresponsive' | 'responsive') => void) {
    this.tell = tell;
  }

  /** Waits for the page's answer to an input. */
  watch(answer: Promise<unknown>): void {
    const timer = setTimeout(() => {
      if (this.hung) return;
      this.hung = true;
      this.tell('unresponsive');
    }, HUNG_MS);
    timer.unref();
    answer.then(
      () => {
        clearTimeout(timer);
        if (this.hung) this.tell('responsive');
        this.hung = false;
      },
      // The page is gone: it is no longer hung either.
      () => {
        clearTimeout(timer);
        this.hung = false;
      },
    );
  }

  /** Asks again and again, for as long as the page is there. */
  ask(session: Session): void {
    let waits = false;
    this.timer = setInterval(() => {
      if (waits) return;
      waits = true;
      const answer = session.send('Runtime.evaluate', { expression: '0' });
      this.watch(answer);
      const done = () => {
        waits = false;
      };
      answer.then(done, done);
    }, ASK_MS);
    this.timer.unref();
  }
  stop(): void {
    clearInterval(this.timer);
  }
}

/** What a document must be served with before its stacks are shown. */
const POLICY = /(^|[,\s])include-js-call-stacks-in-crash-reports(?!=\?0)/;

/** Stacks of running JavaScript, by halting it for a moment. */
export class CallStacks {
  private readonly session: Session;
  private waiting: ((stack: string) => void)[] = [];

  private constructor(session: Session) {
    this.session = session;
  }

  /** Must be made before a page runs anything: one that hangs can no longer be told to be debugged. */
  static async of(session: Session): Promise<CallStacks> {
    const stacks = new CallStacks(session);
    const urls = new Map<string, string>();
    session.on('Runtime.executionContextsCleared', () => urls.clear());
    session.on('Debugger.scriptParsed', ({ scriptId, url }) => {
      if (url) urls.set(scriptId, fromChromium(url, ownScheme()));
    });
    session.on('Debugger.paused', ({ callFrames }) => {
      const lines = callFrames.map(({ functionName, location }) => {
        const at = `${urls.get(location.scriptId) ?? '<anonymous>'}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1}`;
        return `\n    at ${functionName ? `${functionName} (${at})` : at}`;
      });
      letGo(session.send('Debugger.resume'));
      for (const resolve of stacks.waiting.splice(0)) resolve(lines.join(''));
    });
    await session.send('Debugger.enable');
    return stacks;
  }

  /**
   * The stack of what runs, or next runs: never resolves for a page that runs nothing, as in Electron.
   * @param headers those that the document was served with
   */
  async collect(headers: Readonly<Record<string, string>>): Promise<string> {
    const policy = Object.entries(headers).find(([name]) => /^document-policy$/i.test(name))?.[1] ?? '';
    const stack = await new Promise<string>((resolve) => {
      this.waiting.push(resolve);
      letGo(this.session.send('Debugger.pause'));
    });
    return POLICY.test(policy)
      ? stack
      : 'Website owner has not opted in for JS call stacks in crash reports.';
  }
}
