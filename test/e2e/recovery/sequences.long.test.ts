/** `HOLDFAST_SEQUENCES=100` runs a hundred. */
import { testSequences } from './sequences.ts';

testSequences(1, Number(process.env.HOLDFAST_SEQUENCES ?? 4));
