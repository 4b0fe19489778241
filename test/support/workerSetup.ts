/** Gives each worker of the end-to-end tests the app that was built for them, and a display of its own. */
import { inject } from 'vitest';

process.env.TEST_APP = inject('app');
const display = inject('displays')[Number(process.env.VITEST_POOL_ID) - 1];
if (display) {
  process.env.DISPLAY = display;
  delete process.env.WAYLAND_DISPLAY;
}
