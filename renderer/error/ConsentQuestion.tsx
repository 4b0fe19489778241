import { useId } from 'react';
import type { Consent } from '../../electron/shared/channels.ts';

/** Asks whether reports may be sent. */
export function ConsentQuestion({ onAnswer }: { onAnswer: (choice: Consent) => void }) {
  const id = useId();
  return (
    <fieldset className="fault-question" aria-labelledby={id}>
      <p id={id}>
        Send error reports to the developer? They say what went wrong. This one stays on this computer until
        you answer.
      </p>
      <div className="fault-actions">
        <button type="button" onClick={() => onAnswer('on')}>
          Send reports
        </button>
        <button type="button" onClick={() => onAnswer('off')}>
          Send nothing
        </button>
      </div>
    </fieldset>
  );
}
