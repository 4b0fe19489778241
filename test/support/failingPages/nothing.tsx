import { isBroken } from './_parts/isBroken.ts';

/** A page that shows nothing: `/nothing`. */
export default function Nothing() {
  return isBroken() ? null : <h1>Whole again</h1>;
}
