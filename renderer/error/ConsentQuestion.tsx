import { useId } from 'react';
import type { Consent } from '../../electron/shared/channels.ts';
import * as TEXTS from '../../electron/shared/texts.ts';

/** Asks whether reports may be sent. */
export function ConsentQuestion({ onAnswer }: { onAnswer: (choice: Consent) => void }) {
  const id = useId();
  return (
    <fieldset className="fault-question" aria-labelledby={id}>
      <p id={id}>{TEXTS.errorPage.question}</p>
      <div className="fault-actions">
        <button type="button" onClick={() => onAnswer('on')}>
          {TEXTS.errorPage.sendReports}
        </button>
        <button type="button" onClick={() => onAnswer('off')}>
          {TEXTS.errorPage.sendNothing}
        </button>
      </div>
    </fieldset>
  );
}
