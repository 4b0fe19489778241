import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** Shows what a version of styled-components makes: a global style, keyframes, and a component's own style. */
export async function show(version, { default: styled, createGlobalStyle, keyframes }) {
  const Global = createGlobalStyle`body { background: rgb(250, 240, 230) }`;
  const grow = keyframes`from { width: 90px } to { width: 120px }`;
  const Box = styled.p`width: 120px; padding: 9px; color: white; background: rgb(20, 90, 160); animation: ${grow} 1ms`;
  createRoot(document.querySelector('main')).render([
    createElement(Global, { key: 1 }),
    createElement(Box, { key: 2 }, `Styled by ${version}`),
  ]);
  await new Promise((done) => setTimeout(done, 200));
  globalThis.result = ['colour', getComputedStyle(document.querySelector('p')).backgroundColor];
}
