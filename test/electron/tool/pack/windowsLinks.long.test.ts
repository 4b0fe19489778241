/** The macros for the Windows installer, in its own compiler. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linkMacros } from '../../../../electron/tool/pack/texts.ts';
import { fromDebian, hasDebian } from '../../../support/debian.ts';
import { testFolder } from '../../testFolder.ts';

/** Used as in electron-builder's own script; `isUpdated` is true if an argument says so. */
const script = (file: string, out: string) => `
!include LogicLib.nsh
!define APP_EXECUTABLE_FILENAME "Shop.exe"
!macro _isUpdated _a _b _t _f
  StrCmp "$R9" "true" \`\${_t}\` \`\${_f}\`
!macroend
!define isUpdated \`"" isUpdated ""\`
!include "${file}"
Name "Shop"
OutFile "${out}"
InstallDir "$LOCALAPPDATA\\Shop"
Section
  SetOutPath $INSTDIR
  !insertmacro customInstall
  WriteUninstaller "$INSTDIR\\Uninstall.exe"
SectionEnd
Section "un.Uninstall"
  !insertmacro customUnInstall
SectionEnd
`;

it.runIf(hasDebian())('makensis accepts them without warnings', async () => {
  const debian = await fromDebian('nsis');
  const folder = testFolder();
  const out = join(folder, 'Shop.exe');
  const main = join(folder, 'main.nsi');
  const macros = join(folder, 'links.nsh');
  writeFileSync(macros, linkMacros('my-shop'));
  writeFileSync(main, script(macros, out));
  const { status, stdout } = spawnSync(join(debian, 'usr/bin/makensis'), ['-WX', '-V3', main], {
    env: { NSISDIR: join(debian, 'usr/share/nsis') },
    encoding: 'utf8',
  });
  expect([status, existsSync(out)], stdout).toEqual([0, true]);
});
