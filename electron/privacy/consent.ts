/** The one switch for reports, which the error page and the Help menu share. */
import type { Reports } from '../settings/settings.ts';

export interface ConsentParts {
  /** The settings in force; the choice is put in. */
  settings: { reports: Reports };
  /** Whether reports are made at all. */
  reporting: boolean;
  /** Lets the choice take effect. */
  apply(reports: Reports): void;
  /** Keeps the choice for the next launch; rejects if it cannot. */
  keep(reports: Reports): Promise<void>;
}

export interface Consent {
  readonly reports: Reports;
  /** Whether the person is still to be asked. Nobody is asked about reports that are not made. */
  ask(): boolean;
  /** Takes effect and is told at once. Rejects if the choice holds only until the app is closed. */
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
      // One after the other, so that the last choice is what the file holds.
      const before = kept;
      const keeping = before.then(() => keep(reports));
      kept = keeping.catch(() => undefined);
      await keeping;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
