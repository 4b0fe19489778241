import mermaid from 'mermaid';

mermaid.initialize({ startOnLoad: false, deterministicIds: true });
const { svg } = await mermaid.render('diagram', 'flowchart LR\n A[Order] --> B{Paid?}\n B -->|yes| C[Ship]');
document.querySelector('main').innerHTML = svg;
// As its editor makes a picture of it.
const image = new Image();
image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(svg)))}`;
await image.decode().catch(() => undefined);
globalThis.result = ['picture', image.width > 0, document.querySelectorAll('.node').length];
