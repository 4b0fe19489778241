/** Builds whose markup has handlers, and markup that repeats them. */

/** A build whose document has handlers, and whose script acts on what it finds in its document. */
export const BUILD_WITH_HANDLERS = {
  'index.html': `<!doctype html><html><head><meta charset="utf-8"><title>Shop</title>
    <script>globalThis.shared ??= top; shared.ran ??= []; shared.ran.push('inline');
      function deleteAll(event) { shared.ran.push('delete ' + (event?.type ?? 'it')); return false; }
      function signOutNow() { shared.ran.push('sign out'); }</script>
    <link rel="stylesheet" href="/styles.css" media="print" onload="this.media='all'"></head>
    <body onload="shared.ran.push('loaded')"><h1>The shop</h1>
    <form onsubmit="return deleteAll(event)"><button name="one" onclick="shared.ran.push(this.name + ' ' + title + ' ' + elements.length)">Delete</button></form>
    <a href="javascript:signOutNow()" onclick="return !globalThis.isKept">Sign out</a>
    <img src="data:," onerror="shared.ran.push('no picture')"><script src="/app.js"></script></body></html>`,
  'styles.css': 'h1 { margin-left: 7px }',
  'app.js': `shared = globalThis.shared ?? top; shared.ran.push('app');
    for (const form of document.querySelectorAll('form[data-auto]')) shared.ran.push('sent ' + form.dataset.auto);`,
};

/**
 * An expression of that build's page: repeats its code in markup, as by a comment in the page's data. Resolves to what ran
 * of it.
 */
export const REPEATS_HANDLERS = `(async () => {
  const inline = document.querySelector('script:not([src])').textContent;
  const own = inline.replaceAll('"', '&quot;');
  const form = '<form data-auto=injected></form>';
  const markup = [
    '<img src="x:" onerror="deleteAll()">',
    '<details open ontoggle="deleteAll()"></details>',
    '<img src="x:" onerror="javascript:signOutNow()">',
    '<img src="x:" onerror="' + own + '">',
    '<img src="x:" data-holdfast-on=" 0 1 2 3 4 5">',
    '<a href="javascript:signOutNow()">x</a><iframe src="javascript:signOutNow()"></iframe>',
    '<iframe srcdoc="' + form + '<script src=/app.js></scr' + 'ipt>"></iframe>',
    '<iframe srcdoc="' + form + '<script src=/holdfast-handlers.js></scr' + 'ipt><img src=x: data-holdfast-on=&quot; 0 1 2 3 4 5&quot;>"></iframe>',
  ];
  const blob = URL.createObjectURL(new Blob([form + '<script src="app://shell/app.js"></scr' + 'ipt>'], { type: 'text/html' }));
  markup.push('<iframe src="' + blob + '"></iframe>', '<iframe src="data:text/html,' + encodeURIComponent(form + '<script src="app://shell/app.js"></scr' + 'ipt>') + '"></iframe>');
  top.ran = [];
  const frames = [];
  for (const html of markup) {
    const box = document.body.appendChild(document.createElement('div'));
    box.innerHTML = html;
    for (const link of box.querySelectorAll('a')) link.click();
    for (const frame of box.querySelectorAll('iframe:not([src^=javascript])')) frames.push(new Promise((done) => { frame.onload = done; }));
  }
  await Promise.all(frames);
  // What those pictures did comes before this one's.
  await new Promise((done) => Object.assign(new Image(), { onerror: done }).src = 'x:');
  await new Promise((done) => setTimeout(done, 100));
  return top.ran;
})()`;
