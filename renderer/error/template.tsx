/** The error page with tokens for all that main fills in: see electron/shared/document.ts. Rendered by the build. */
import { renderToStaticMarkup } from 'react-dom/server';
import en from '../../electron/shared/texts/en.json' with { type: 'json' };
import * as TEXTS from '../../electron/shared/texts.ts';
import { ErrorPage } from './ErrorPage.tsx';

/** As markup. @param code its token, or undefined for a fault without a code */
export function template(code: string | undefined): string {
  TEXTS.setTexts('en', tokens(en));
  const text = { code, sentence: '{{sentence}}', documentTitle: '{{documentTitle}}' };
  return renderToStaticMarkup(
    <ErrorPage
      text={text}
      words="{{words}}"
      retry="{{url}}"
      report="{{report}}"
      details="{{details}}"
      help="{{help}}"
    />,
  );
}

/** Each text as the token with its name. A message quotes braces. */
function tokens(messages: TEXTS.Messages, path = ''): TEXTS.Messages {
  const entries = Object.entries(messages).map(([key, value]) => [
    key,
    typeof value === 'string' ? `'{{${path}${key}}}'` : tokens(value, `${path}${key}.`),
  ]);
  return Object.fromEntries(entries);
}
