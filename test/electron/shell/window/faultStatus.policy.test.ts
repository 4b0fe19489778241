import { expect, it } from 'vitest';
import { type Fault, httpFault, loadFault, scriptFault } from '../../../../electron/shared/fault.ts';
import { mayAskBeside, statusOf } from '../../../../electron/shell/window/faultStatus.policy.ts';
import { stateOf, type WindowState } from '../../../../electron/shell/window/state.policy.ts';

const found: Fault = { ...scriptFault('x', '/', 1), reportId: 'r' };
const having = (changes: Partial<WindowState>): WindowState => ({ ...stateOf('/', false, 0), ...changes });
const ASKS = { isDiskFull: () => true, ask: () => true, launch: { isSafe: false } };
const status = (state: WindowState, options = {}) =>
  statusOf(state, { ...ASKS, wallAt: (at) => at + 1_000, ...options });

it('says nothing without a fault', () => {
  expect(status(having({}))).toBeUndefined();
});

it.each([
  ['an exception', found, true],
  ['an answer that is tried again', httpFault(503, '/', 1), undefined],
  ['a page that is not there', httpFault(404, '/', 1), undefined],
])('names the full disk of %s: %s', (_, fault, diskFull) => {
  expect(status(having({ fault }))?.fault.diskFull).toBe(diskFull);
  expect(status(having({ fault }), { isDiskFull: () => false })?.fault.diskFull).toBeUndefined();
});

it('says by the wall clock when main tries again, if it does', () => {
  const { recovery } = stateOf('/', false, 0);
  expect(status(having({ fault: found }))?.retryAt).toBeNull();
  expect(status(having({ fault: found, recovery: { ...recovery, retryAt: 5 } }))?.retryAt).toBe(1_005);
});

it('asks about reports only if there is one, and the user has not answered', () => {
  expect(status(having({ fault: found }))?.ask).toBe(true);
  expect(status(having({ fault: found }), { ask: () => false })?.ask).toBe(false);
  expect(status(having({ fault: scriptFault('x', '/', 1) }))?.ask).toBe(false);
  for (const code of ['ERR_NAME_NOT_RESOLVED', 'ERR_CERT_AUTHORITY_INVALID', 'ERR_CONNECTION_RESET']) {
    const fault = { ...loadFault(code, '/', 1), reportId: 'r' };
    const told = status(having({ fault }));
    expect(told?.ask, code).toBe(code === 'ERR_CONNECTION_RESET');
    // Nor does the menu, and never both.
    expect(mayAskBeside({ status: told, asks: false }), code).toBe(told?.ask);
    expect(mayAskBeside({ status: told, asks: true }), code).toBe(false);
  }
});
