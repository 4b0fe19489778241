/** The spell checker of the system or, on Linux, Chromium's: off unless the setting `spelling` turns it on. */
import type { Session } from 'electron';
import type { Settings } from '../settings/settings.ts';
import { chooseLanguage } from '../shared/texts/languages.ts';
import * as TEXTS from '../shared/texts.ts';

/** In place of Google's server: Chromium asks nobody there, not even for a name. */
const NOWHERE = 'http://127.0.0.1:0/';

/** Turns it off in a new session, and has dictionaries come from nowhere but the setting's folder. */
export function stopSpelling(session: Session, spelling: Settings['spelling']): void {
  session.setSpellCheckerDictionaryDownloadURL(
    typeof spelling === 'object' ? spelling.dictionaries : NOWHERE,
  );
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
}

/** Turns it on for the app's language; macOS finds out the language itself. What it cannot check stays off. */
export function startSpelling(session: Session): void {
  if (process.platform !== 'darwin') {
    const known = session.availableSpellCheckerLanguages;
    const { texts } = chooseLanguage([TEXTS.language()], known);
    if (!known.includes(texts)) return;
    session.setSpellCheckerLanguages([texts]);
  }
  session.setSpellCheckerEnabled(true);
}
