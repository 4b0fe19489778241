/** The support file: the facts as JSON, in a file that the person chooses. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { writeFileAtomic } from '../app/atomicFile.ts';
import type { Diagnostics, SaveAnswer } from '../shared/diagnostics.ts';

/** The contents of a support file. `format` grows with every change that a reader has to know of. */
export function supportFile(facts: Diagnostics): string {
  return `${JSON.stringify({ format: 1, ...facts }, null, 2)}\n`;
}

/** Its name: the app and the time in UTC, of characters that every system allows. */
export function supportFileName(name: string, at: number): string {
  const time = new Date(at).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return `${name.toLowerCase()}-diagnostics-${time}.json`;
}

/** Asks for a file and writes it whole or not at all. What goes wrong is in the answer. */
export async function saveSupportFile(window: BrowserWindow, facts: Diagnostics): Promise<SaveAnswer> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Save support file',
    // The folder that is there on every machine.
    defaultPath: join(homedir(), supportFileName(app.getName(), facts.at)),
    filters: [{ name: 'JSON', extensions: ['json'] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  if (canceled || !filePath) return {};
  try {
    await writeFileAtomic(filePath, supportFile(facts));
    return { saved: filePath };
  } catch (error) {
    const { message } = error as Error;
    return { problem: `${filePath} could not be written (${message}). Choose another folder.` };
  }
}
