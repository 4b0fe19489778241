/** The document of the diagnostics: all facts are in it before any script runs. */
import type { Diagnostics } from '../shared/diagnostics.ts';
import { sectionsOf } from '../shared/diagnosticsText.ts';
import { type ViewElement, viewOf } from '../shared/diagnosticsView.ts';
import { escapeHtml } from '../shared/document.ts';

function htmlOf({ tag, attributes = {}, children }: ViewElement): string {
  const words = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escapeHtml(child) : htmlOf(child)));
  return `<${tag}${words.join('')}>${inner.join('')}</${tag}>`;
}

/**
 * The document that the build made of renderer/diagnostics/index.html, filled.
 * @param template with the tokens `{{facts}}` and `{{again}}`, in quoted attributes, and `{{body}}`
 * @param again where the same document is, for the link that works without script
 */
export function fillDiagnostics(template: string, facts: Diagnostics, again: string): string {
  const values: Readonly<Record<string, () => string>> = {
    again: () => escapeHtml(again),
    facts: () => escapeHtml(JSON.stringify(facts)),
    body: () => viewOf(sectionsOf(facts)).map(htmlOf).join('\n'),
  };
  // One pass, so that a fact which looks like a token stays as it is.
  return template.replace(/\{\{(again|facts|body)\}\}/g, (token, name: string) => values[name]?.() ?? token);
}

/** What is shown if the facts themselves cannot be gathered: why. */
export function failedDiagnostics(words: string, again: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="color-scheme" content="light dark" />
<title>Diagnostics</title></head><body><main><h1>Diagnostics</h1><p>The facts could not be gathered.</p>
<pre>${escapeHtml(words)}</pre><p><a href="${escapeHtml(again)}">Check again</a></p></main></body></html>`;
}

/** The policy of the document: stricter than that of the app's pages, it needs its one script and its own styles. */
export function diagnosticsPolicy(styleHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleHashes.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
