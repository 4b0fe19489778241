/** All 10,000 requests. */
import { testBaggage, withRequests } from './baggage.ts';

withRequests('on');
testBaggage(1);
