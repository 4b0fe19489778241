/** The system's spell checker or, on Linux, Chromium's: off unless the setting `spelling` turns it on. */
import type { Session } from 'electron';
import { chooseLanguage } from '../../shared/texts/languages.ts';
import * as TEXTS from '../../shared/texts.ts';
import type { Settings } from '../settings/settings.ts';

/** Replaces Google's server: Chromium sends nothing there, not even a name lookup. */
const NOWHERE = 'http://127.0.0.1:0/';

/** Turns it off in a new session, and allows dictionaries only from the setting's folder. */
export function stopSpelling(session: Session, spelling: Settings['spelling']): void {
  session.setSpellCheckerDictionaryDownloadURL(
    typeof spelling === 'object' ? spelling.dictionaries : NOWHERE,
  );
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
}

/** Turns it on for the app's language; macOS detects the language itself. Unsupported languages stay off. */
export function startSpelling(session: Session): void {
  if (process.platform !== 'darwin') {
    const known = session.availableSpellCheckerLanguages;
    const { texts } = chooseLanguage([TEXTS.language()], known);
    if (!known.includes(texts)) return;
    session.setSpellCheckerLanguages([texts]);
  }
  session.setSpellCheckerEnabled(true);
}
