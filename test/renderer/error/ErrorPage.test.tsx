import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Fault, httpFault, scriptFault, textOf } from '../../../electron/shared/fault.ts';
import { ErrorPage } from '../../../renderer/error/ErrorPage.tsx';
import { FaultPage } from '../../../renderer/error/FaultPage.tsx';

/** What is read on the page: headings in order, and the document's title. */
function read(html: string) {
  const headings = [...html.matchAll(/<(h\d)[^>]*>(.*?)<\/\1>/g)].map(
    ([, level, text]) => `${level} ${text}`,
  );
  return { headings, title: /<title>(.*?)<\/title>/.exec(html)?.[1] };
}

function page(fault: Pick<Fault, 'code' | 'title'>, hostname?: string): string {
  return renderToStaticMarkup(
    <ErrorPage text={textOf(fault, hostname)} words="Why." retry="/asked" report="" details="technical" />,
  );
}

const SCRIPT = 'Application error: a client-side exception has occurred';
const SEE = '(see the browser console for more information)';

describe('the error page without script', () => {
  it.each([
    [400, 'Bad Request'],
    [404, 'This page could not be found'],
    [405, 'Method Not Allowed'],
    [500, 'Internal Server Error'],
    [418, 'An unexpected error has occurred'],
    [503, 'An unexpected error has occurred'],
  ])('says for status %i: %s', (status, title) => {
    expect(read(page(httpFault(status, '/', 1)))).toEqual({
      headings: [`h1 ${status}`, `h2 ${title}.`],
      title: `${status}: ${title}`,
    });
  });

  it.each([
    ['a title of its own', { code: 503, title: 'Down' }, '', ['h1 503', 'h2 Down.'], '503: Down'],
    ['the host', { title: SCRIPT }, 'shell', [`h1 ${SCRIPT} while loading shell ${SEE}.`], SCRIPT],
    ['no host where none is known', { title: SCRIPT }, '', [`h1 ${SCRIPT} ${SEE}.`], SCRIPT],
    ['no code', { title: 'The page did not start' }, 'shell', ['h1 The page did not start.'], SCRIPT],
  ])('says %s', (_, fault, hostname, headings, title) => {
    expect(read(page(fault, hostname))).toEqual({ headings, title });
  });

  it('has Try again and Go to start as links, the details, and no button that would do nothing', () => {
    const html = page(httpFault(404, '/asked', 1));
    expect(html).toContain('<a href="/asked">Try again</a>');
    expect(html).toContain('<a href="/">Go to start</a>');
    expect(html).toMatch(/<summary>Details<\/summary><pre[^>]*>technical<\/pre>/);
    expect(html).not.toContain('<button');
  });

  it('has one main landmark, an alert that can take the focus, and a place for what Copy says', () => {
    const html = page(httpFault(404, '/', 1));
    expect(html.match(/<main/g)).toHaveLength(1);
    expect(html).toMatch(/role="alert" tabindex="-1"/);
    expect(html).toContain('<p role="status"></p>');
  });
});

describe('the error page in a running page', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('shows Copy details, the report id, and details with version and system', () => {
    vi.stubGlobal('location', { hostname: 'shell' });
    vi.stubGlobal('navigator', { userAgent: 'Browser/1' });
    const fault = { ...scriptFault('TypeError: x', '//other.example/', 1), reportId: 'abc123' };
    const html = renderToStaticMarkup(<FaultPage fault={fault} />);
    expect(html).toContain('<button type="button">Copy details</button>');
    expect(html).toContain('<p class="fault-report">Report id: abc123</p>');
    expect(html).toMatch(/App: Holdfast \d+\.\d+\.\d+\nSystem: Browser\/1\n\nTypeError: x<\/pre>/);
    expect(html).toContain('<a href="/.//other.example/">Try again</a>');
  });
});
