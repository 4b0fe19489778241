/** The first of the random sequences; the others are in sequences.long.test.ts. */
import { testSequences } from './sequences.ts';

testSequences(0, 1);
