/** The first seconds without a network, in which the app starts and telemetry begins. */
import { testSilence } from './offline.ts';

testSilence(5);
