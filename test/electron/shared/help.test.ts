import { expect, it } from 'vitest';
import { faultOf, httpFault, loadFault, scriptFault } from '../../../electron/shared/fault.ts';
import { helpAt, helpFor } from '../../../electron/shared/help.ts';

const all = ['diagnostics', 'noGraphics', 'clearData'];

it.each([
  ['a page that is not there', httpFault(404, '/', 1), []],
  ['a server that fails', httpFault(503, '/', 1), ['diagnostics']],
  ['a load that failed', loadFault('ERR_CONNECTION_REFUSED', '/', 1), ['diagnostics']],
  ['a certificate', loadFault('ERR_CERT_AUTHORITY_INVALID', '/', 1), ['diagnostics', 'portal']],
  ['main', faultOf('main', 'ENOSPC', '/', 1), ['diagnostics']],
  ["the app's own code", faultOf('main', 'EXTENSION_FAILED', '/', 1), ['diagnostics', 'noExtension']],
  ['an exception in a page', scriptFault('x', '/', 1), ['diagnostics', 'clearData']],
  ['a crash', faultOf('crash', 'crashed', '/', 1), all],
  ['a page that somebody ended', faultOf('crash', 'killed', '/', 1), ['diagnostics', 'clearData']],
  ['too little memory', faultOf('crash', 'oom', '/', 1), ['diagnostics', 'clearData']],
])('%s gets the help that can help', (_name, fault, help) => {
  expect(helpFor(fault)).toEqual(help);
  expect(helpFor(fault, true)).toEqual(help.filter((one) => one !== 'noGraphics' && one !== 'noExtension'));
});

it.each([
  ['/_holdfast/help/clearData', 'clearData'],
  ['/_holdfast/help/retry', 'retry'],
  ['/_holdfast/help/toString', undefined],
  ['/_holdfast/help/', undefined],
  ['/help/clearData', undefined],
])('%s requests %s', (path, help) => {
  expect(helpAt(path)).toBe(help);
});
