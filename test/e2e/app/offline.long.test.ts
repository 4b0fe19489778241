/** What a start puts off comes within a minute. */
import { testSilence } from './offline.ts';

testSilence(60);
