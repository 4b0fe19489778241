/** Delayed work of a start runs within a minute. */
import { testSilence } from './offline.ts';

testSilence(60);
