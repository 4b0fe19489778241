/** The real disk, without syncing, and with faults that can be switched on: those of a full or read-only folder. */
import { join } from 'node:path';
import { writeFileAtomicSync } from '../../../../../electron/common/atomicFile.ts';
import { Disk } from '../../../../../electron/telemetry/outbox/disk.ts';

export type DiskFault = 'ENOSPC' | 'EACCES' | 'EROFS';

export class TestDisk extends Disk {
  /** While set, writing fails with this code. */
  fault: DiskFault | undefined;
  /** While set, renames and removals fail too. */
  isFrozen = false;
  /** Whether the last write had to survive a power cut. */
  wasDurable: boolean | undefined;

  override write(file: string, data: Uint8Array, durable: boolean): void {
    this.#throwIf(true);
    super.write(file, data, false);
    this.wasDurable = durable;
  }

  override quarantine(file: string): string {
    this.#throwIf(this.isFrozen);
    return super.quarantine(file);
  }

  override remove(file: string): void {
    this.#throwIf(this.isFrozen);
    super.remove(file);
  }

  /** Places a file there that the outbox did not write. */
  plant(file: string, data: string | Uint8Array): void {
    writeFileAtomicSync(join(this.folder, file), data, false);
  }

  #throwIf(condition: boolean): void {
    if (condition && this.fault)
      throw Object.assign(new Error(`${this.fault}: made by the test`), { code: this.fault });
  }
}
