import { join } from 'node:path';
import { testFolder } from '../../../testFolder.ts';

/** The path of an outbox that does not exist yet, removed after the test. */
export const freshFolder = (): string => join(testFolder(), 'outbox');
