/** A page for the browser that lists the received reports, newest first. */
import { escapeHtml } from '../../../electron/shared/document.ts';
import type { Envelope, Item } from '../envelopeServer.ts';
import { startOrigin } from '../origin.ts';

const HEAD = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width">
<title>What has arrived</title>
<style>
  body { max-width: 760px; margin: 24px auto; padding: 0 16px; font: 15px/1.5 system-ui, sans-serif }
  table { width: 100%; border-collapse: collapse }
  th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid light-dark(#d8dde3, #39424d); text-align: left; vertical-align: top }
  td:last-child { overflow-wrap: anywhere }
</style>
<h1>What has arrived</h1>`;

const wordsOf = ({ type, payload, bytes }: Item): string => {
  const [exception] = payload.exception?.values ?? [];
  const what = exception ? `${exception.type}: ${exception.value}` : payload.message;
  const trail = payload.breadcrumbs ? `${payload.breadcrumbs.length} breadcrumbs` : '';
  return (
    [what ?? payload.level, trail, payload.status].filter(Boolean).join(', ') ||
    `${type}, ${bytes.length} bytes`
  );
};

export async function startArrivals(taken: () => readonly Envelope[]) {
  return await startOrigin((_request, response) => {
    const rows = taken()
      .flatMap(({ header, items }) => items.map((item) => ({ at: String(header.sent_at ?? ''), item })))
      .reverse()
      .map(
        ({ at, item }) =>
          `<tr><td>${[at.slice(11, 19), item.type, wordsOf(item)].map(escapeHtml).join('<td>')}`,
      );
    const table = `<table><tr><th>Sent (UTC)<th>Kind<th>What it says${rows.join('')}</table>`;
    response
      .setHeader('content-type', 'text/html')
      .end(HEAD + (rows.length > 0 ? table : '<p>Nothing yet.</p>'));
  });
}
