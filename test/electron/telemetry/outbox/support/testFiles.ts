/**
 * The real disk, without waiting until it has synced, and with faults that can be switched on: what a full or
 * read-only folder answers.
 */
import { readFileSync } from 'node:fs';
import { writeFileAtomicSync } from '../../../../../electron/app/atomicFile.ts';
import { type Files, realFiles } from '../../../../../electron/telemetry/outbox/system.ts';

/** Codes as Node gives them. */
export type DiskFault = 'ENOSPC' | 'EACCES' | 'EROFS';

export class TestFiles implements Files {
  /** While set, whatever writes fails with this code. */
  fault: DiskFault | undefined;
  /** While set, renames and removals fail, too. */
  isFrozen = false;

  /** Whether the last write was to outlive a power cut. */
  wasDurable: boolean | undefined;

  list = realFiles.list;

  makeFolder(folder: string): void {
    this.#throwIf(this.isFrozen, 'mkdir');
    realFiles.makeFolder(folder);
  }

  write(path: string, data: Uint8Array, durable: boolean): void {
    this.#throwIf(true, 'write');
    this.wasDurable = durable;
    writeFileAtomicSync(path, data, { flush: false });
  }

  // Settles in one turn, so that a virtual clock knows when to go on.
  read(path: string): Promise<Buffer> {
    return Promise.resolve().then(() => readFileSync(path));
  }

  rename(from: string, to: string): void {
    this.#throwIf(this.isFrozen, 'rename');
    realFiles.rename(from, to);
  }

  remove(path: string): void {
    this.#throwIf(this.isFrozen, 'unlink');
    realFiles.remove(path);
  }

  #throwIf(condition: boolean, action: string): void {
    if (!condition || !this.fault) return;
    throw Object.assign(new Error(`${this.fault}: made by the test, ${action}`), { code: this.fault });
  }
}
