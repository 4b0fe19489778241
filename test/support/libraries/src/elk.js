import ELK from 'elkjs/lib/elk-api.js';
import code from 'elkjs/lib/elk-worker.min.js?url';

// As bundlers begin a worker: from a few lines that load the rest, whose address must be whole there.
const start = `importScripts(${JSON.stringify(new URL(code, location.href).href)})`;
const workerFactory = () => new Worker(`data:text/javascript,${encodeURIComponent(start)}`);
const node = (id) => ({ id, width: 60, height: 30 });
const graph = await new ELK({ workerFactory }).layout({
  id: 'root',
  layoutOptions: { 'elk.algorithm': 'layered' },
  children: [node('a'), node('b'), node('c')],
  edges: [
    { id: 'e1', sources: ['a'], targets: ['b'] },
    { id: 'e2', sources: ['a'], targets: ['c'] },
  ],
});
const boxes = graph.children.map(
  ({ id, x, y }) => `<rect x="${x}" y="${y}" width="60" height="30" id="${id}"/>`,
);
document.querySelector('main').innerHTML =
  `<svg width="400" height="300" style="fill: rgb(90, 20, 160)">${boxes}</svg>`;
globalThis.result = graph.children.map(({ x, y }) => [x, y]);
