/** `events` of `next/router`, derived from the states of the app's own router. */
import type { Location } from 'react-router';
import { isShallowNow, withCurrentRouter } from '../routes/currentRouter.ts';

type RouterEvent =
  | 'routeChangeStart'
  | 'beforeHistoryChange'
  | 'routeChangeComplete'
  | 'routeChangeError'
  | 'hashChangeStart'
  | 'hashChangeComplete';
type Handler = (...args: never[]) => void;

const handlers = new Map<string, Set<Handler>>();

export const events = {
  on(event: RouterEvent, handler: Handler): void {
    handlers.set(event, (handlers.get(event) ?? new Set()).add(handler));
  },
  off(event: RouterEvent, handler: Handler): void {
    handlers.get(event)?.delete(handler);
  },
  emit(event: RouterEvent, ...args: unknown[]): void {
    for (const handler of [...(handlers.get(event) ?? [])]) handler(...(args as never[]));
  },
};

const COMPLETE: RouterEvent[] = ['beforeHistoryChange', 'routeChangeComplete'];
const isSamePage = (a: Location, b: Location) => a.pathname === b.pathname && a.search === b.search;
const addressOf = ({ pathname, search, hash }: Location) => pathname + search + hash;
const tell = (names: RouterEvent[], location: Location, ...more: unknown[]) => {
  for (const name of names) events.emit(name, ...more, addressOf(location), { shallow: isShallowNow() });
};

withCurrentRouter((router) => {
  let shown = router.state.location;
  let going: Location | undefined;
  router.subscribe(({ location, navigation, errors }) => {
    if (navigation.location) {
      if (navigation.location !== going) tell(['routeChangeStart'], navigation.location);
      going = navigation.location;
    } else if (location !== shown) {
      const [error] = Object.values(errors ?? {});
      if (error !== undefined) tell(['routeChangeError'], location, error);
      else if (going) tell(COMPLETE, location);
      else if (isSamePage(location, shown)) tell(['hashChangeStart', 'hashChangeComplete'], location);
      else tell(['routeChangeStart', ...COMPLETE], location);
      shown = location;
      going = undefined;
    } else if (going) {
      const cancelled = Object.assign(new Error('The navigation was stopped.'), { cancelled: true });
      tell(['routeChangeError'], going, cancelled);
      going = undefined;
    }
  });
});
