/** What glue of emscripten with embind does, in a worker. */
const worker = new Worker(new URL('./glue.js', import.meta.url), { type: 'module' });
const answer = new Promise((done) => {
  worker.onmessage = ({ data }) => done(data);
  worker.onerror = ({ message }) => done(message);
});
worker.postMessage(0);
globalThis.result = await answer;
document.querySelector('main').textContent = `The module says ${globalThis.result}`;
