import { expect, it } from 'vitest';
import {
  allowsWebRtc,
  policyProblem,
  sourcesOf,
} from '../../../../electron/configuration/csp/policyEntries.ts';

it('accepts sources that bring no script of another server', () => {
  expect(policyProblem(['img-src data: https://a.example.com', "worker-src 'unsafe-eval'"])).toBeUndefined();
});

it.each([
  ['an entry without a source', 'img-src', 'https:'],
  ['a source that only begins like one', 'img-src data:x', 'https:'],
  ['a wrong source beside a right one', 'img-src data: nonsense', 'https:'],
  ['a script of a server', 'script-src https://cdn.example.com', 'put scripts into your build'],
  ['an unknown directive', 'toString data:', 'img-src'],
  ['two entries in one', 'img-src data:; font-src data:', ';'],
])('refuses %s, and says what may stand there', (_what, entry, said) => {
  expect(policyProblem(['font-src data:', entry])).toContain(said);
});

it('says only of a script to put it into the build', () => {
  expect(policyProblem(['img-src nonsense'])).not.toContain('build');
});

it('lets pages use WebRTC only if an entry says so', () => {
  expect(allowsWebRtc(['img-src data:'])).toBe(false);
  expect(allowsWebRtc(["webrtc 'allow'"])).toBe(true);
});

it('collects the sources of one directive', () => {
  expect(sourcesOf(['img-src data:', 'font-src data:', 'img-src blob:'], 'img-src')).toEqual([
    'data:',
    'blob:',
  ]);
});
