/** `holdfast info`: prints versions for a bug report. */
import { release } from 'node:os';
import { localElectron, wanted } from '../setup/electron.ts';
import { holdfastVersion } from '../setup/packages.ts';

export function info(): number {
  const electron = localElectron();
  console.log(`holdfast  ${holdfastVersion()}
electron  ${electron ? `${electron.version}, in ${electron.dist}` : `none; needs ${wanted()}`}
node      ${process.version}
system    ${process.platform} ${process.arch} ${release()}`);
  return 0;
}
