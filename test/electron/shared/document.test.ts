import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillDocument, fillFrame } from '../../../electron/shared/document.ts';
import { type Fault, httpFault } from '../../../electron/shared/fault.ts';
import { retryHref } from '../../../electron/shared/help.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { anyCharacter } from '../../support/anyCharacter.ts';
import { NOT_FOUND } from '../../support/words.ts';

const SEED = 20261120;
const noon = Date.UTC(2026, 10, 20, 12);

/** The text in place of each token, as an HTML parser reads it. */
function filled(
  fault: Fault,
  tokens = 'icon status heading documentTitle words next details fault app'.split(' '),
): Record<string, string> {
  const fill = (name: string) => fillDocument({ coded: `{{${name}}}`, uncoded: `{{${name}}}` }, fault);
  return Object.fromEntries(tokens.map((name) => [name, unescapeHtml(fill(name))]));
}

function unescapeHtml(html: string): string {
  expect(html).not.toMatch(/[<>"']/);
  return html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
}

describe('an error document', () => {
  it('contains the texts, the path, the details and the whole fault', () => {
    const fault = { ...httpFault(404, '/nowhere', noon), reportId: 'abc' };
    expect(filled(fault)).toEqual({
      icon: expect.stringMatching(/^M[\d.]/),
      status: '404',
      heading: `${NOT_FOUND}.`,
      documentTitle: `404: ${NOT_FOUND}`,
      words: en.fault.statusWords[404],
      next: '',
      details: expect.stringMatching(/^404: [\s\S]*Time: 2026-11-20T12:00:00\.000Z\n[\s\S]*Report ID: abc/),
      fault: JSON.stringify({ fault, retryAt: null, ask: false, help: [] }),
      app: '',
    });
  });

  it("shows the app's name as text, whatever it is; so does the frame", () => {
    const frame = '<meta content="{{app}}"><title>{{name}}</title>';
    expect(fillFrame(frame, { name: '</title>"$&{{app}}', app: '"1' })).toBe(
      '<meta content="&#34;1"><title>&#60;/title&#62;&#34;$&#38;{{app}}</title>',
    );
  });

  it.each(['</title><script>alert(1)</script>', '" onmouseover="alert(1)', '{{fault}}{{code}}', "$& $` $'"])(
    'shows %j as text everywhere',
    (hostile) => {
      const known = httpFault(500, `/${hostile}`, noon, hostile);
      const fault: Fault = { ...known, code: hostile, reportId: hostile };
      const values = filled(fault);
      expect(values.heading).toBe(en.fault.otherStatusHeading);
      const link = '<a class="fault-{{ways.name}}" href="{{ways.href}}">{{ways.text}}</a>';
      const ways = fillDocument({ coded: link, uncoded: link }, fault);
      expect(ways.replace(/<a class="fault-\w+" href="[^"<>]*">[\w ]+<\/a>/g, ' ')).toBe('  ');
      expect(JSON.parse(values.fault ?? '').fault).toEqual(fault);
    },
  );

  it('carries any fault through its meta unchanged and without markup of its own', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 60 });
    const faults = fc.record({
      ...{ id: text, detail: text, url: text, reportId: text, code: fc.oneof(text, fc.integer()) },
      ...{ kind: fc.constant('load' as const), at: fc.nat(4e12), retryable: fc.boolean() },
    });
    fc.assert(
      fc.property(faults, (fault) => {
        expect(JSON.parse(filled(fault, ['fault']).fault ?? '').fault).toEqual(fault);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});

it.each([
  ['/orders/7?page=2', '/orders/7?page=2'],
  ['/%E0%A4%A', '/%E0%A4%A'],
  ['/long#part', '/long#part'],
  ['//other.example/x', '/.//other.example/x'],
  ['/\t/other.example', '/.//other.example'],
  ['javascript:alert(1)', '/'],
])('the link to try %j again is %j', (url, href) => {
  expect(retryHref(url)).toBe(href);
});

it('the link to try again never leaves the origin of the app', () => {
  const part = fc.constantFrom('/', '\\', '.', ':', '@', '#', '?', '\t', '\n', ' ', 'a', '%2f', 'http:');
  const parts = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  const address = fc.string().map((text) => `https://${text}`);
  fc.assert(
    fc.property(fc.oneof(parts, fc.string(), address), (url) => {
      expect(new URL(retryHref(url), 'https://shell/x/y').origin).toBe('https://shell');
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});
