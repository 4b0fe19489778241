import { expect, it } from 'vitest';
import { answerPolicies } from '../../../../electron/builtConfig/csp/csp.ts';
import { policyProblem, sourcesOf } from '../../../../electron/builtConfig/csp/policyEntries.ts';

it.each([
  ['an entry without a source', 'img-src', 'https:'],
  ['a source that only begins like one', 'img-src data:x', 'https:'],
  ['a wrong source beside a right one', 'img-src data: nonsense', 'https:'],
  ['a script of a server', 'script-src https://cdn.example.com', 'put scripts into your build'],
  ['an unknown directive', 'toString data:', 'img-src'],
  ['two entries in one', 'img-src data:; font-src data:', ';'],
])('refuses %s, and says what may stand there', (_what, entry, said) => {
  const problem = policyProblem(['font-src data:', entry]);
  expect(problem).toContain(said);
  expect(problem?.includes('build')).toBe(entry.startsWith('script-src'));
});

it('accepts what brings no script of another server', () => {
  const entries = ['img-src data: https://a.example.com', "worker-src 'unsafe-eval'", "webrtc 'allow'"];
  expect(policyProblem(entries)).toBeUndefined();
});

it('collects the sources of one directive', () => {
  const entries = ['img-src data:', 'font-src data:', 'img-src blob:'];
  expect(sourcesOf(entries, 'img-src')).toEqual(['data:', 'blob:']);
});

it('a policy has each directive once, and none that is for another answer', () => {
  const { file } = answerPolicies({ 'script-src': ["'self'"] }, ["webrtc 'allow'", "base-uri 'self'"]);
  const names = file.split('; ').map((directive) => directive.split(' ')[0]);
  expect(names).toEqual([...new Set(names)]);
  expect(names).not.toContain('webrtc');
});
