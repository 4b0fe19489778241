/** The error page with tokens for everything that main fills in (electron/shared/document.ts). Rendered by the build. */
import { renderToStaticMarkup } from 'react-dom/server';
import en from '../../electron/shared/texts/en.json' with { type: 'json' };
import * as TEXTS from '../../electron/shared/texts.ts';
import { ErrorPage } from './ErrorPage.tsx';

/** Returns the markup. @param status its token, or undefined for a heading without a status */
export function template(status: string | undefined): string {
  TEXTS.setTexts('en', tokens(en));
  return renderToStaticMarkup(
    <ErrorPage
      text={{ status, heading: '{{heading}}', documentTitle: '{{documentTitle}}' }}
      icon="{{icon}}"
      words="{{words}}"
      ways={[linkOf('ways')]}
      next="{{next}}"
      help={[linkOf('help')]}
      details="{{details}}"
    />,
  );
}

const linkOf = (list: string) => ({
  name: `{{${list}.name}}`,
  text: `{{${list}.text}}`,
  href: `{{${list}.href}}`,
});

/** Replaces each text by the token with its name. Messages quote braces. */
function tokens(messages: TEXTS.TextTree, path = ''): TEXTS.TextTree {
  const entries = Object.entries(messages).map(([key, value]) => [
    key,
    typeof value === 'string' ? `'{{${path}${key}}}'` : tokens(value, `${path}${key}.`),
  ]);
  return Object.fromEntries(entries);
}
