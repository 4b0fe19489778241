/** What Electron 45 needs of the systems that it runs on. */

/** The oldest macOS, below which the app would be installed and not start. */
export const MACOS = '13.0';

/**
 * Debian's packages: electron-builder's list, and the libraries that it leaves out, without which nothing starts where only
 * what is named is installed. From Ubuntu 24.04 on some have another name; the old one there stands for an emulation too.
 */
export const DEB_DEPENDS = [
  'libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libxss1',
  'libxtst6',
  'xdg-utils',
  'libatspi2.0-0',
  'libuuid1',
  'libsecret-1-0',
  'libasound2t64 | libasound2',
  'libdrm2',
  'libgbm1',
  // Opened by name only when a window is.
  'libx11-xcb1',
];
