import { expect, it } from 'vitest';
import { buildPlaces } from '../../../electron/protocol/webBuild.policy.ts';

it.each([
  [['/api/*'], ['/assets/', '/api.js', '/sw.js']],
  [['/assets/*'], ['/api.js', '/sw.js']],
  [['/assets/data/*'], ['/api.js', '/sw.js']],
  [['/assets/data'], ['/api.js', '/sw.js']],
  [['/sw.js'], ['/assets/', '/api.js']],
  [['/sw'], ['/assets/', '/api.js', '/sw.js']],
  [['/*'], []],
  [[], ['/assets/', '/api.js', '/sw.js']],
])('if the server answers %j, scripts come from %j', (proxy, places) => {
  expect(buildPlaces(['/assets/', '/api.js', '/sw.js'], proxy)).toEqual(places);
});
