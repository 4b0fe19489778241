import { expect, it } from 'vitest';
import { isForScreen } from '../../../../electron/tool/run/chromiumLog.ts';

it.each([
  '[26152:1123/032803.451367:ERROR:bus.cc(407)] Failed to connect to the bus: No such file or directory',
  '[7:0819/101112.131415:WARNING:ui/gl/gl_surface_egl.cc:123] no display',
  '[7:0819/101112.131415:INFO:CONSOLE:1] "hello", source: app://shell/ (1)',
  '[7:0819/101112.131415:VERBOSE1:crashpad/client.cc:9] waiting',
  // Of Crashpad, which names no process.
  '[1128/072048.955661:ERROR:file_io_posix.cc(145)] open /sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq: No such file',
  'DevTools listening on ws://127.0.0.1:46123/devtools/browser/a5',
  // The tool says it in its own words.
  '[7:0819/101112.131415:ERROR:ozone_platform_x11.cc(245)] Missing X server or $DISPLAY',
])('goes to the file: %s', (line) => expect(isForScreen(line, false)).toBe(false));

it.each([
  'Telemetry is off: "sentryDsn" is not set.',
  'Error: [7:0819/101112.1:ERROR:a.cc(1)] quoted',
  '[2692:1123/033122.064965:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but',
  '#0 0x5581ed9a1c2a base::debug::CollectStackTrace()',
  '[7:0819/101112.131415:ERROR:gpu_process_host.cc(982)] GPU process exited unexpectedly: exit_code=139',
  '[7:0819/101112.131415:ERROR:network_service_instance_impl.cc:613] Network service crashed, restarting',
])('goes to the screen: %s', (line) => expect(isForScreen(line, false)).toBe(true));

it('shows the DevTools address to a user who asked for it', () => {
  expect(isForScreen('DevTools listening on ws://127.0.0.1:9222/devtools/browser/a5', true)).toBe(true);
});
