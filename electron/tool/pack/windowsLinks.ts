/** Links of the app's scheme on Windows, which electron-builder leaves to the running app. */
/**
 * Returns what the installer runs, as NSIS macros: links open the app as soon as it is installed, and removing the app
 * cleans the registry. An update, which removes the old version first, keeps the entries that the app made itself.
 * Entries of another installation stay.
 */
export function linkMacros(scheme: string): string {
  const key = `Software\\Classes\\${scheme}`;
  const removed = (root: string) => `  ReadRegStr $R0 ${root} "${key}\\shell\\open\\command" ""
  StrLen $R1 '"$INSTDIR\\'
  StrCpy $R0 $R0 $R1
  \${if} $R0 == '"$INSTDIR\\'
    DeleteRegKey ${root} "${key}"
  \${endIf}
`;
  return `!macro customInstall
  WriteRegStr SHELL_CONTEXT "${key}" "" "URL:${scheme}"
  WriteRegStr SHELL_CONTEXT "${key}" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "${key}\\shell\\open\\command" "" '"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  \${ifNot} \${isUpdated}
${removed('SHELL_CONTEXT')}${removed('HKCU')}  \${endIf}
!macroend
`;
}
