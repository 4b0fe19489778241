import * as v from 'valibot';
import { expect, it } from 'vitest';
import { checkDefinition } from '../../../../electron/shell/extension/definition.ts';

const run = () => undefined;

it.each([
  ['nothing', {}],
  ['every function', { ready: run, menu: run, sentry: run }],
  ['handlers', { handle: { a: { run }, b: { input: v.string(), run } } }],
  // arktype's schemas are functions.
  ['a schema that is a function', { handle: { a: { input: Object.assign(run, v.string()), run } } }],
])('%s can be defined', (_name, main) => {
  expect(() => checkDefinition(main)).not.toThrow();
});

it.each([
  [undefined, 'defineMain takes an object.'],
  [{ raedy: run }, 'defineMain: unknown key "raedy". Did you mean "ready"?'],
  [{ window: run }, 'unknown key "window". Known names: ready, menu, requestHeaders, sentry, handle.'],
  [{ ready: 'now' }, 'defineMain: "ready" must be a function.'],
  [{ handle: [].values }, 'defineMain: "handle" must be an object of handlers, by name.'],
  [{ handle: { a: { run: 1 } } }, 'defineMain: "handle.a" must have a function "run".'],
  [{ handle: { a: run } }, 'defineMain: "handle.a" must have a function "run".'],
  [{ handle: { a: { run, inptu: 1 } } }, '"handle.a" has an unknown key "inptu". Did you mean "input"?'],
  [{ handle: { a: { run, input: { type: 'string' } } } }, /"handle\.a" must have a Standard Schema/],
  [{ handle: { a: { run, input: null } } }, /"handle\.a" must have a Standard Schema/],
])('%o is refused', (main, problem) => {
  expect(() => checkDefinition(main)).toThrow(problem);
});
