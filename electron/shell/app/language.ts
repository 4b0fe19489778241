/** The language of the app's texts, and of dates and numbers in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { log } from '../../common/log.ts';
import { chooseLanguage } from '../../shared/texts/languages.ts';
import { setTexts, type TextTree } from '../../shared/texts.ts';

/** The languages other than English, which is in the bundle: one file each, of which one is read. */
const FOLDER = join(import.meta.dirname, 'texts');

/** Chooses the language: the setting, then `--lang`, then the user's languages in the system. */
export function setupLanguage(setting?: string): void {
  const wanted = [setting, app.commandLine.getSwitchValue('lang'), ...app.getPreferredSystemLanguages()];
  try {
    const others = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));
    const { texts, language } = chooseLanguage(
      wanted.filter((one) => one !== undefined),
      ['en', ...others],
    );
    const messages: TextTree = others.includes(texts)
      ? JSON.parse(readFileSync(join(FOLDER, `${texts}.json`), 'utf8'))
      : {};
    setTexts(language, messages);
  } catch (error) {
    // English is in the bundle.
    log(error);
  }
}
