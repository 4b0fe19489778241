/** The one switch for reports, which the error page and the Help menu share. */
import type { Reports } from '../settings/settings.ts';

export interface ConsentParts {
  /** The settings in force; a choice changes them. */
  settings: { reports: Reports };
  /** Whether reports are made at all. */
  reporting: boolean;
  /** Makes the choice take effect. */
  apply(reports: Reports): void;
  /** Saves the choice for the next launch; rejects if that fails. */
  keep(reports: Reports): Promise<void>;
}

export interface Consent {
  readonly reports: Reports;
  /** Whether to ask the user. There is nothing to ask when no reports are made. */
  ask(): boolean;
  /** Takes effect at once and calls the listeners. Rejects if the choice is lost when the app is closed. */
  choose(reports: Reports): Promise<void>;
  /** Calls `listener` after each choice. */
  onChange(listener: (reports: Reports) => void): void;
}

export function createConsent({ settings, reporting, apply, keep }: ConsentParts): Consent {
  const listeners: ((reports: Reports) => void)[] = [];
  let kept: Promise<unknown> = Promise.resolve();
  return {
    get reports() {
      return settings.reports;
    },
    ask: () => settings.reports === 'ask' && reporting,
    async choose(reports) {
      settings.reports = reports;
      apply(reports);
      for (const listener of listeners) listener(reports);
      // One after the other, so that the file ends up with the last choice.
      const before = kept;
      const keeping = before.then(() => keep(reports));
      kept = keeping.catch(() => undefined);
      await keeping;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
