/** Gives each worker of the end-to-end tests the display that is its own. */
import { inject } from 'vitest';

const display = inject('displays')[Number(process.env.VITEST_POOL_ID) - 1];
if (display) {
  process.env.DISPLAY = display;
  delete process.env.WAYLAND_DISPLAY;
}
