/** The user's choice about reports, shared by the error page and the menu. */
import * as TEXTS from '../../shared/texts.ts';
import type { ReportsSetting } from '../settings/settings.ts';

interface ConsentOptions {
  settings: { reports: ReportsSetting };
  reporting: boolean;
  isFinal: boolean;
  apply(reports: ReportsSetting): void;
  /** Saves the choice for the next launch; rejects if that fails. */
  keep(reports: ReportsSetting): Promise<void>;
}

export type ConsentSwitch = ReturnType<typeof createConsent>;

export function createConsent({ settings, reporting, isFinal, apply, keep }: ConsentOptions) {
  const listeners: ((reports: ReportsSetting) => void)[] = [];
  let kept: Promise<unknown> = Promise.resolve();
  return {
    get reports(): ReportsSetting {
      return settings.reports;
    },
    /** Whether to ask the user; never if reporting is off. */
    ask: () => settings.reports === 'ask' && reporting,
    isFinal,
    /** Takes effect at once and calls the listeners. Rejects if the choice could not be saved. */
    async choose(reports: ReportsSetting) {
      if (isFinal) throw new Error(TEXTS.privacy.administratorsChoice);
      settings.reports = reports;
      apply(reports);
      for (const listener of listeners) listener(reports);
      // One write at a time, so that the last choice wins.
      const keeping = kept.then(() => keep(reports));
      kept = keeping.catch(() => undefined);
      await keeping;
    },
    onChange: (listener: (reports: ReportsSetting) => void) => void listeners.push(listener),
  };
}
