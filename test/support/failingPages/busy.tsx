import { isBroken } from './_parts/isBroken.ts';

while (isBroken());

/** A page whose code never ends: `/busy`. */
export default function Busy() {
  return <h1>Whole again</h1>;
}
