/** JavaScript that main runs in a page, its result copied by structured clone. */
import { letGo, ProtocolError, type Session } from './cdp.ts';
import { decode, encode } from './clone.ts';

/**
 * Throws what the page's code threw, or that its result cannot be cloned. Never ends when the document goes before its
 * script is done, as in Electron.
 */
export async function evaluate(session: Session, code: string, userGesture: boolean): Promise<unknown> {
  try {
    return await run(session, code, userGesture);
  } catch (error) {
    if (error instanceof ProtocolError) return await new Promise(() => undefined);
    throw error;
  }
}

async function run(session: Session, code: string, userGesture: boolean): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: code,
    awaitPromise: true,
    userGesture,
    // Electron's own way takes a script, not the console's language.
    replMode: false,
  });
  const value = exceptionDetails ? (exceptionDetails.exception ?? { value: exceptionDetails.text }) : result;
  const { objectId, unserializableValue } = value as typeof result;
  let copied: unknown = value.value;
  if (objectId !== undefined) {
    const read = await session.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: `function () { return (${encode})(this); }`,
      returnByValue: true,
    });
    letGo(session.send('Runtime.releaseObject', { objectId }));
    if (read.exceptionDetails) throw new Error('An object could not be cloned.');
    copied = decode(read.result.value as string);
  } else if (unserializableValue !== undefined) {
    copied = unserializableValue.endsWith('n')
      ? BigInt(unserializableValue.slice(0, -1))
      : Number(unserializableValue);
  }
  if (exceptionDetails) throw copied;
  return copied;
}
