/** Programs that only some tests need, and their Debian packages. Who cannot install them runs the other tests. */
import { isOnPath } from '../../electron/tool/setup/display.ts';

const PACKAGES = {
  openbox: 'openbox',
  xprop: 'x11-utils',
  certutil: 'libnss3-tools',
  'gnome-keyring-daemon': 'gnome-keyring',
  'dbus-daemon': 'dbus',
} as const;
export type TestProgram = keyof typeof PACKAGES;

/** Whether this machine lacks one. Other systems do without them. */
export const lacksProgram = (name: TestProgram): boolean => process.platform === 'linux' && !isOnPath(name);

/** The Debian packages without which some tests are left out here. */
export const packagesOfSomeTests = (): string[] =>
  (Object.keys(PACKAGES) as TestProgram[]).filter(lacksProgram).map((name) => PACKAGES[name]);
