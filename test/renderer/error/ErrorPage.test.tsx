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

  it('prefers a title of its own', () => {
    expect(read(page({ code: 503, title: 'Down' }))).toEqual({
      headings: ['h1 503', 'h2 Down.'],
      title: '503: Down',
    });
  });

  it('names the host where there is no code, and no host where none is known', () => {
    expect(read(page({ title: SCRIPT }, 'shell'))).toEqual({
      headings: [`h1 ${SCRIPT} while loading shell (see the browser console for more information).`],
      title: SCRIPT,
    });
    expect(read(page({ title: SCRIPT }))).toEqual({
      headings: [`h1 ${SCRIPT} (see the browser console for more information).`],
      title: SCRIPT,
    });
  });

  it('says a title without a code, under the document title of a script failure', () => {
    expect(read(page({ title: 'The page did not start' }, 'shell'))).toEqual({
      headings: ['h1 The page did not start.'],
      title: SCRIPT,
    });
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
