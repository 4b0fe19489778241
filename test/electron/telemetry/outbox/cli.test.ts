import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../../electron/tool/outbox/cli.ts';
import { crashEnvelope, errorEnvelope, idOf, REPLAY, replayEnvelope } from './support/envelopes.ts';
import { Harness } from './support/harness.ts';

const TORN = `1764000000000-0-error-${idOf(9)}-0-aaaaaaaa-9.envelope`;

async function filledFolder(): Promise<string> {
  const harness = new Harness({ mode: 'ask' });
  await harness.send(errorEnvelope(idOf(1), { replay: REPLAY }));
  await harness.send(errorEnvelope(idOf(2)));
  await harness.send(crashEnvelope(`c${idOf(3).slice(1)}`));
  await harness.send(replayEnvelope(REPLAY, 0));
  await harness.send(replayEnvelope(REPLAY, 1));
  harness.disk.plant(TORN, 'xyz');
  harness.disk.quarantine(TORN);
  return harness.folder;
}

describe('npm run outbox', () => {
  it('prints the priorities and files as tables', async () => {
    const folder = await filledFolder();
    const { output, code } = run(['--dir', folder]);
    expect(code).toBe(0);
    expect(output).toContain(`Outbox in ${folder}`);
    expect(output).toMatch(/crashes and errors +3 +51\.\d kB +2026-03-01T00:00:00\.000Z/);
    expect(output).toMatch(/replay +2 +2\.\d kB/);
    expect(output).toMatch(new RegExp(`0 +\\d+ B +${idOf(1)} +abcdef01 +error`));
    expect(output).toContain(`in quarantine: quarantine/${TORN}`);
  });

  it('prints one envelope as text, its binary parts named', async () => {
    const folder = await filledFolder();
    const { output, code } = run(['--dir', folder, '--export', 'c0']);
    expect(code).toBe(0);
    expect(output).toContain('# item: event');
    expect(output).toContain('"platform": "native"');
    expect(output).toContain('"attachment_type": "event.minidump"');
    expect(output).toContain('(50.0 kB of binary data)');
  });

  it.each([
    ['no folder', [], 2, /--dir is missing/],
    ['an unknown option', ['--dri', 'x'], 2, /--dri/],
    ['a folder that does not exist', ['--dir', '/nowhere/outbox'], 1, /There is no folder \/nowhere\/outbox/],
    ['a file', ['--dir', import.meta.filename], 1, /is a file\. Give the folder/],
    ['a folder that is not an outbox', ['--dir', dirname(import.meta.filename)], 1, /is not an outbox/],
  ])('says what is wrong with %s', (_, args, code, message) => {
    const result = run(args);
    expect(result.code).toBe(code);
    expect(result.output).toMatch(message);
  });
});
