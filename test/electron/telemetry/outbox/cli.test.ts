import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { run } from '../../../../electron/dev/outbox/cli.ts';
import {
  crashEnvelope,
  envelopeOf,
  errorEnvelope,
  idOf,
  REPLAY,
  replayEnvelope,
} from './support/envelopes.ts';
import { freshFolder } from './support/folder.ts';
import { Harness } from './support/harness.ts';

const TORN = `1764000000000-0-error-${idOf(9)}-0-aaaaaaaa-9-00000000.envelope`;

async function filledFolder(): Promise<string> {
  const harness = new Harness({ mode: 'ask' });
  await harness.send(errorEnvelope(idOf(1), { replay: REPLAY }));
  await harness.send(errorEnvelope(idOf(2)));
  await harness.send(crashEnvelope(`c${idOf(3).slice(1)}`));
  await harness.send(replayEnvelope(REPLAY, 0));
  await harness.send(replayEnvelope(REPLAY, 1));
  writeFileSync(join(harness.folder, 'quarantine', TORN), 'xyz');
  return harness.folder;
}

describe('npm run outbox', () => {
  it('prints the priorities and files as tables', async () => {
    const folder = await filledFolder();
    const { output, code } = run(['--dir', folder]);
    expect(code).toBe(0);
    expect(output).toContain(`Outbox in ${folder}`);
    expect(output).toMatch(/crashes and errors +3 +50\.\d kB +2026-03-01T00:00:00\.000Z/);
    expect(output).toMatch(/replay +2 +2\.\d kB/);
    expect(output).toMatch(new RegExp(`0 +\\d+ B +${idOf(1)} +abcdef01 +error`));
    expect(output).toContain(`in quarantine: ${TORN}`);
  });

  it('prints the same as JSON', async () => {
    const folder = await filledFolder();
    const report = JSON.parse(run(['--dir', folder, '--json']).output);
    expect(report).toMatchObject({ folder, quarantined: [TORN] });
    expect(report.envelopes).toHaveLength(5);
  });

  it('prints one envelope readable, its binary parts named', async () => {
    const folder = await filledFolder();
    const { output, code } = run(['--dir', folder, '--export', 'c0']);
    expect(code).toBe(0);
    expect(output).toContain('# item: event');
    expect(output).toContain('"platform": "native"');
    expect(output).toContain('"attachment_type": "event.minidump"');
    expect(output).toContain('(50.0 kB of binary data)');
  });

  it('prints a replay recording unpacked, and an empty attachment', async () => {
    const events = deflateSync(JSON.stringify([{ type: 4, data: { href: 'app://shell/' } }]));
    const recording = Buffer.concat([Buffer.from('{"segment_id":0}\n'), events]);
    const harness = new Harness({ mode: 'ask' });
    await harness.send(
      envelopeOf({ event_id: REPLAY }, [
        [{ type: 'replay_event' }, { segment_id: 0 }],
        [{ type: 'replay_recording', length: recording.length }, recording],
        [{ type: 'attachment', length: 0, filename: 'empty' }, new Uint8Array()],
      ]),
    );
    const { output } = run(['--dir', harness.folder, '--export', REPLAY]);
    expect(output).toContain('"href": "app://shell/"');
    expect(output).toContain('# item: attachment, 0 B');
  });

  it('asks for a name when several envelopes fit, and takes it', async () => {
    const folder = await filledFolder();
    const several = run(['--dir', folder, '--export', REPLAY]);
    expect(several.code).toBe(1);
    expect(several.output).toContain('2 envelopes have an id that begins with');
    const name = several.output.split('\n')[1]?.trim() ?? '';
    expect(run(['--dir', folder, '--export', name]).output).toContain('"segment_id"');
  });

  it('changes nothing in the folder', async () => {
    const folder = await filledFolder();
    const list = () =>
      globSync(`${folder}/**`).map((name) => [name, statSync(name).mtimeMs, statSync(name).size]);
    const before = list();
    for (const more of [[], ['--json'], ['--export', 'c0']]) run(['--dir', folder, ...more]);
    expect(list()).toEqual(before);
  });

  it.each([
    ['no folder', [], 2, /--dir is missing/],
    ['an unknown option', ['--dri', 'x'], 2, /--dri/],
    ['a folder that does not exist', ['--dir', '/nowhere/outbox'], 1, /There is no folder \/nowhere\/outbox/],
    ['a file', ['--dir', import.meta.filename], 1, /is a file\. Give the folder/],
    ['a folder that is no outbox', ['--dir', dirname(import.meta.filename)], 1, /is no outbox/],
  ])('says what is wrong with %s', (_, args, code, message) => {
    const result = run(args);
    expect(result.code).toBe(code);
    expect(result.output).toMatch(message);
  });

  it('says that an id is not there, and which file is torn', async () => {
    const folder = await filledFolder();
    expect(run(['--dir', folder, '--export', 'ffff']).output).toMatch(/No envelope in .* begins with ffff/);
    const torn = `1772323200000-0-error-${'e'.repeat(32)}-0-aaaaaaaa-9-00000000.envelope`;
    writeFileSync(join(folder, torn), '{"event_i');
    expect(run(['--dir', folder, '--export', 'eee'])).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${torn} cannot be read as an envelope`),
    });
  });

  it('is a command that ends with its exit code', () => {
    const script = join(import.meta.dirname, '../../../../electron/dev/outbox/cli.ts');
    expect(() => execFileSync(process.execPath, [script], { stdio: 'pipe' })).toThrow(/--dir is missing/);
  });

  it('says so when nothing waits', () => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'quarantine'), { recursive: true });
    expect(run(['--dir', folder]).output).toContain('Nothing waits.');
  });
});
