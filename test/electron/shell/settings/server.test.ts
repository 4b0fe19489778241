import { expect, it, vi } from 'vitest';
import { chosenServer } from '../../../../electron/shell/settings/server.ts';

vi.mock('electron', () => ({ app: {} }));

it('a build at an address of http beyond this machine: the window shows the server alone, and a line says so', () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const at = (address: string) =>
    chosenServer({ address: 'ask', serverPages: false }, { address, reports: 'off' }, '/nowhere', true)
      .server;
  expect(at('http://192.168.0.7/')).toMatchObject({ hasBuild: false, isSealed: false });
  expect(said.mock.calls.join()).toContain(
    'The window shows http://192.168.0.7 and not its build: http beyond this machine has no service workers.',
  );
  said.mockClear();
  expect(at('http://127.0.0.1:8080/')).toMatchObject({ hasBuild: true, isSealed: true });
  expect(said).not.toHaveBeenCalled();
});
