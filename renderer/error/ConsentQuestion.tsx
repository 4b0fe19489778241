import { useId } from 'react';
import type { Choice } from '../../electron/shared/channels.ts';
import { helpLinks } from '../../electron/shared/help.ts';
import * as TEXTS from '../../electron/shared/texts.ts';

/** Asks whether to send reports, below everything else on the page. */
export function ConsentQuestion({ onAnswer }: { onAnswer: (choice: Choice) => void }) {
  const id = useId();
  const [contents] = helpLinks(['contents']);
  const { question, questionDetail, sendReports, sendNothing } = TEXTS.errorPage;
  return (
    <fieldset className="fault-question" aria-labelledby={id}>
      <p id={id}>
        <strong>{question}</strong> {questionDetail} {contents && <a href={contents.href}>{contents.text}</a>}
      </p>
      <div className="fault-answers">
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
