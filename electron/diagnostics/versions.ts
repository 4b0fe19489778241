/** What runs, and on what. */
import { release, type, version } from 'node:os';
import { app } from 'electron';
import type { Diagnostics } from '../shared/diagnostics.ts';

export function versionsHere(): Diagnostics['versions'] {
  const { electron = 'none', chrome = 'none', node } = process.versions;
  return [
    { name: app.getName(), value: `${app.getVersion()}${app.isPackaged ? '' : ', not packaged'}` },
    { name: 'Electron', value: electron },
    { name: 'Chromium', value: chrome },
    { name: 'Node', value: node },
    { name: 'System', value: `${type()} ${release()} (${version()})` },
    { name: 'Architecture', value: process.arch },
  ];
}
