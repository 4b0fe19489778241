/** All 10,000 requests. */
import { testBaggage } from './baggage.ts';

testBaggage(1);
