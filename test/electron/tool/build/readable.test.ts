import { expect, it } from 'vitest';
import { readable } from '../../../../electron/tool/build/readable.ts';

const STACK = `    at build (file:///x/node_modules/vite/cli.js:2:3)\n  errors: [Getter/Setter]\n}\n`;
const HINT = "\n(--verbose shows the build's whole output.)";

it.each([
  [
    `✗ Build failed in 201ms\nerror during build:\nBuild failed with 1 error:\n\n[plugin holdfast:next-imports]\nError: /a.tsx:3: no.\n${STACK}`,
    `/a.tsx:3: no.${HINT}`,
  ],
  [`error during build:\nRouteError: Two.\n  [a].js\n  [b].js\n${STACK}`, `Two.\n  [a].js\n  [b].js${HINT}`],
  [
    `error during build:\nBuild failed with 1 error:\n\n\u001b[31m[UNRESOLVED_IMPORT] \u001b[0mCould not resolve './a'\n   │ at the end\n\n${STACK}`,
    `[UNRESOLVED_IMPORT] Could not resolve './a'\n   │ at the end${HINT}`,
  ],
  ['killed\n', 'killed\n'],
])('reduces %j to the cause', (output, cause) => {
  expect(readable(output)).toBe(cause);
});
