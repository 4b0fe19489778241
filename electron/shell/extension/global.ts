/** What main puts on `globalThis` for the app's own code, which is a separate bundle. */
import { type Facade, MAIN_KEY as KEY } from '../../shared/facade.ts';

export interface Shared {
  define(main: unknown): void;
  telemetry: Facade;
}

type Holder = { [KEY]?: Shared };

/** Undefined outside of the app. */
export const shared = (): Shared | undefined => (globalThis as Holder)[KEY];

export function share(value: Shared): void {
  (globalThis as Holder)[KEY] = value;
}
