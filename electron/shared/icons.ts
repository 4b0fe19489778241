import type { Icon } from './loadErrors.ts';

/** Line drawings, 24 by 24: one path's data each. */
export const ICONS: Readonly<Record<Icon, string>> = {
  cloud: 'M7 18h10.5a4 4 0 0 0 .6-7.95A6.25 6.25 0 0 0 6.1 8.9 4.6 4.6 0 0 0 7 18Z',
  offline: 'M7 18h10.5a4 4 0 0 0 .6-7.95A6.25 6.25 0 0 0 6.1 8.9 4.6 4.6 0 0 0 7 18ZM4 3l17 18',
  file: 'M13.5 3H7a1.5 1.5 0 0 0-1.5 1.5v15A1.5 1.5 0 0 0 7 21h10a1.5 1.5 0 0 0 1.5-1.5V8Zm0 0v5h5M9.5 13h5m-5 3.5h5',
  plug: 'M9 3v5m6-5v5M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0ZM12 17v4',
  disk: 'M5.5 5.5h13L21 13v5.5H3V13Zm-2.5 7.5h18M16.5 16h1.5',
  lock: 'M6 11h12v9H6Zm2.5 0V7.5a3.5 3.5 0 0 1 7 0V11M12 14.5v2',
  key: 'M14.5 9.5 21 3m-3.5 3.5L20 9m-4.6-.4a4.75 4.75 0 1 1-6.8 6.6 4.75 4.75 0 0 1 6.8-6.6Z',
  clock: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 4.5V12l3 2.5',
};
