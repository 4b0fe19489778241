/** Every way in which a page can run a script that it does not have yet. */

/** The script that a hostile server answers with: it tells the page that it ran, wherever it did. */
export const HOSTILE_SCRIPT = `self.document ? top.ran.push('in ' + location.href) : postMessage('ran');`;

/**
 * An expression of the page that tries each way. Resolves to the names of those in which HOSTILE_SCRIPT ran.
 * @param address of the script
 */
export const waysToRun = (address: string): string => `(async (address) => {
  const ways = {
    script: (done) => {
      const script = Object.assign(document.createElement('script'), { src: address });
      script.onload = script.onerror = done;
      document.body.append(script);
    },
    import: (done) => import(address).then(done, done),
    worker: (done) => {
      const worker = new Worker(address);
      worker.onmessage = () => done(top.ran.push('in a worker'));
      worker.onerror = done;
    },
    // As by a comment in the page's data, if the page shows it as HTML.
    frame: (done) => {
      const box = document.createElement('div');
      document.body.append(box);
      box.innerHTML = '<iframe srcdoc="<script src=' + address + '></scr' + 'ipt>"></iframe>';
      box.firstChild.onload = done;
    },
  };
  const ran = [];
  for (const [name, way] of Object.entries(ways)) {
    top.ran = [];
    // A worker is refused by an exception.
    await new Promise(way).catch(() => undefined);
    if (top.ran.length > 0) ran.push(name);
  }
  return ran;
})(${JSON.stringify(address)})`;
