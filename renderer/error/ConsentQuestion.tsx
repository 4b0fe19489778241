import { useId } from 'react';
import type { Consent } from '../../electron/shared/channels.ts';
import * as TEXTS from '../../electron/shared/texts.ts';

/** Asks whether to send reports, in a bar at the bottom of the window. */
export function ConsentQuestion({ onAnswer }: { onAnswer: (choice: Consent) => void }) {
  const id = useId();
  const { question, questionDetail, sendReports, sendNothing } = TEXTS.errorPage;
  return (
    <fieldset className="fault-question" aria-labelledby={id}>
      <p id={id}>
        <strong>{question}</strong> {questionDetail}
      </p>
      <div className="fault-ways">
        <button type="button" onClick={() => onAnswer('on')}>
          {sendReports}
        </button>
        <button type="button" onClick={() => onAnswer('off')}>
          {sendNothing}
        </button>
      </div>
    </fieldset>
  );
}
