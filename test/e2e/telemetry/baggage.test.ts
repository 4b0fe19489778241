/** A tenth of the requests; all 10,000 are in baggage.long.test.ts. */
import { testBaggage } from './baggage.ts';

testBaggage(10);
