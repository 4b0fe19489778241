import { describe, expect, it } from 'vitest';
import {
  diagnosticsPolicy,
  failedDiagnostics,
  fillDiagnostics,
} from '../../../electron/diagnostics/document.ts';
import { FACTS } from './facts.ts';

const TEMPLATE = '<meta content="{{facts}}"><a href="{{again}}">Check again</a><div>{{body}}</div>';
const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const plain = (html: string) =>
  html.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity as keyof typeof entities]);

describe('the document', () => {
  it('carries the facts twice: to be read, and for its script', () => {
    const html = fillDiagnostics(TEMPLATE, FACTS, '/x?key=1');
    expect(JSON.parse(plain(/content="([^"]*)"/.exec(html)?.[1] ?? ''))).toEqual(FACTS);
    expect(html).toContain('<caption>Settings in force</caption>');
    expect(html).toContain('<td>https://***@sentry.example.com/1</td>');
    expect(html).toContain('href="/x?key=1"');
    expect(html).not.toContain('{{');
  });

  it('shows markup and tokens in a fact as text', () => {
    const value = '"><script>alert(1)</script>{{body}}{{facts}}';
    const html = fillDiagnostics(TEMPLATE, { ...FACTS, versions: [{ name: value, value }] }, '/');
    expect(html).not.toContain('<script');
    expect(html).toContain('{{body}}');
    expect(html.match(/<caption>Settings in force/g)).toHaveLength(1);
  });

  it('says why there are no facts', () => {
    expect(failedDiagnostics('<b>', '/x')).toContain('<pre>&lt;b&gt;</pre>');
  });

  it('may only run its script and its own styles', () => {
    expect(diagnosticsPolicy(["'sha256-x'"])).toContain("style-src 'sha256-x';");
    expect(diagnosticsPolicy([])).toMatch(/^default-src 'none'; script-src 'self'; style-src 'none'/);
  });
});
