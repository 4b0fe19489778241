import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import styled, { createGlobalStyle, keyframes } from 'styled-components-6';

const Global = createGlobalStyle`body { background: rgb(250, 240, 230) }`;
const grow = keyframes`from { width: 90px } to { width: 120px }`;
const Box = styled.p`width: 120px; padding: 9px; color: white; background: rgb(20, 90, 160); animation: ${grow} 1ms`;
createRoot(document.querySelector('main')).render([
  createElement(Global, { key: 1 }),
  createElement(Box, { key: 2 }, 'Styled by 6'),
]);
await new Promise((done) => setTimeout(done, 200));
globalThis.result = ['colour', getComputedStyle(document.querySelector('p')).backgroundColor];
