import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { redactHere } from '../../../electron/app/redact.ts';

describe('redaction on this machine', () => {
  it("shows this machine's home folder as ~, wherever it is", () => {
    expect(redactHere(`cannot open ${join(homedir(), 'data', 'settings.json')}`)).toBe(
      `cannot open ${join('~', 'data', 'settings.json')}`,
    );
  });
});
