/**
 * Tells main what no machine of a test does, such as suspending, through Node's inspector: the app is started with
 * `--inspect=0` on either runtime, and nothing of it is in what ships.
 */
import type { AppProcess } from '../../support/app.ts';
import { said } from '../../support/recovery.ts';

/** Runs an expression in the main process and resolves to its value. `electron` is Electron's module. */
export async function inMain(app: AppProcess, expression: string): Promise<unknown> {
  const socket = new WebSocket(await said(app, /Debugger listening on (ws:\/\/\S+)/));
  try {
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    const code = `(() => { const electron = process.mainModule.require('electron'); return (${expression}); })()`;
    const params = { expression: code, awaitPromise: true, returnByValue: true };
    const answer = new Promise<string>((resolve) => {
      socket.onmessage = ({ data }) => resolve(String(data));
    });
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
    const { result } = JSON.parse(await answer) as {
      result: { result: { value: unknown }; exceptionDetails?: { exception?: { description: string } } };
    };
    if (result.exceptionDetails) throw new Error(result.exceptionDetails.exception?.description);
    return result.result.value;
  } finally {
    socket.close();
  }
}
