/** The app's own pages other than the error page: forms and the diagnostics. None runs a script. */

import { hashSource, POLICY } from '../../builtConfig/csp/csp.ts';
import { ICON_PATH, lookRules } from '../../builtConfig/csp/look.ts';
import { type AppResponse, textResponse } from '../../common/message.ts';
import { APP_ORIGIN } from '../../shared/channels.ts';
import { escapeHtml } from '../../shared/document.ts';
import look from '../../shared/look.css?inline';
import * as TEXTS from '../../shared/texts.ts';
import common from './plainPage.css?inline';

/** Markup whose values are escaped. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** A template tag that escapes its values, except Html. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  const markup = values.map((value) => {
    if (typeof value === 'string') return escapeHtml(value);
    return value instanceof Html ? value.markup : value.map((one) => one.markup).join('');
  });
  return new Html(String.raw({ raw: parts }, ...markup));
}

/** Responds with such a page. Its policy allows only the document's own content. @param css more than the common rules */
export function plainPage(title: string, heading: string, content: Html, css = ''): AppResponse {
  const style = look + common + css + lookRules(':root', 'main::before');
  const page = html`<!doctype html>
<html class="holdfast" lang="${TEXTS.language()}" dir="${TEXTS.direction()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    `img-src data: ${APP_ORIGIN}${ICON_PATH}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return textResponse(200, 'text/html', page.markup, { [POLICY]: policy.join('; ') });
}
