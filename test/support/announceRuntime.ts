/** Says before the end-to-end tests what they run on; a machine without a runtime gets one here, not in each worker. */
import { findRuntime } from '../../electron/dev/runtime/find.ts';
import { describe } from '../../electron/dev/runtime/runtime.ts';

export default async function announce(): Promise<void> {
  console.log(`end-to-end tests run on: ${describe(await findRuntime())}`);
}
