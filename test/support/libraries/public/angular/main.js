const main = document.querySelector('main');
main.setAttribute('_ngcontent-abc-c1', '');
main.textContent = 'Two levels deep';
// As view encapsulation does for each component.
document.head.append(
  Object.assign(document.createElement('style'), {
    textContent: '[_ngcontent-abc-c1] { color: rgb(160, 20, 90) }',
  }),
);
const link = document.querySelector('link');
while (link.media !== 'all') await new Promise((done) => setTimeout(done, 20));
globalThis.result = [getComputedStyle(main).fontSize, getComputedStyle(main).color];
