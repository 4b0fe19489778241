import { isBroken } from './_parts/isBroken.ts';

/** A page data request that holds the thread until it is answered (`?held=`); otherwise a loop does, at a processor's cost. */
const held = new URLSearchParams(location.search).get('held');

while (isBroken()) {
  if (!held) continue;
  const request = new XMLHttpRequest();
  request.open('GET', held, false);
  request.setRequestHeader('x-nextjs-data', '1');
  request.send();
}

/** A page whose code never ends: `/busy`. */
export default function Busy() {
  return <h1>Whole again</h1>;
}
