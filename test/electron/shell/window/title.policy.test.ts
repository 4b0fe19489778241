import { expect, it } from 'vitest';
import { titleOf } from '../../../../electron/shell/window/title.policy.ts';

it.each([
  ['Orders', 'Orders – Shop'],
  ['', 'Shop'],
  // As the title of a sign-in at that host is written.
  ['accounts.example.com – Sign In', '“accounts.example.com – Sign In” – Shop'],
  ['accounts.example.com – Sign In – Shop', '“accounts.example.com – Sign In – Shop” – Shop'],
  ['“x” – accounts\uff0eexample\u2024com', '“x – accounts.example.com” – Shop'],
  // From right to left, the app's name would come first.
  ['\u202eOrders', 'Orders – Shop'],
  [`Shop: ${'x'.repeat(200)}`, `Shop: ${'x'.repeat(94)} – Shop`],
])('of a server’s page, %s is %s', (page, title) => {
  expect(titleOf(page, 'Shop', true)).toBe(title);
});

it.each([
  ['Shop: orders', 'Shop: orders'],
  ['report.pdf', 'report.pdf – Shop'],
  ['', 'Shop'],
])('of a page of the build, which shows no sign-in, %s is %s', (page, title) => {
  expect(titleOf(page, 'Shop', false)).toBe(title);
});
