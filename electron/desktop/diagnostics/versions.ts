/** What runs, and on what. */
import { release, type, version } from 'node:os';
import { app } from 'electron';
import type { Diagnostics } from '../../contract/diagnostics.ts';

/** The stand-in, which runs the built app in development, names itself here; Electron has no such entry. */
const STAND_IN = 'stand-in';

export function versionsHere(): Diagnostics['versions'] {
  const { electron = 'none', chrome = 'none', node, [STAND_IN]: standIn } = process.versions;
  return [
    { name: app.getName(), value: `${app.getVersion()}${app.isPackaged ? '' : ', not packaged'}` },
    ...(standIn
      ? [
          { name: 'Runtime', value: 'stand-in for development, not Electron' },
          { name: 'Stands in for Electron', value: electron },
        ]
      : [{ name: 'Electron', value: electron }]),
    { name: 'Chromium', value: chrome },
    { name: 'Node', value: node },
    { name: 'System', value: `${type()} ${release()} (${version()})` },
    { name: 'Architecture', value: process.arch },
  ];
}
