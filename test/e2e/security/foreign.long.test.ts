/** As foreign.test.ts, with every way from every document and worker that a hostile page can make. */
import { afterAll, beforeAll, it } from 'vitest';
import { type Attacked, startAttacked } from './attacked.ts';

let attacked: Attacked;
beforeAll(async () => {
  attacked = await startAttacked(true);
});
afterAll(() => attacked?.stop());

it('a frame allowed by the settings reaches nothing', () => attacked.attackInFrame());
