import { useEffect } from 'react';
import { isBroken } from './_parts/isBroken.ts';

/** A page that loads itself again and again: `/again`. */
export default function Again() {
  useEffect(() => {
    if (isBroken()) location.reload();
  });
  return <h1>Whole again</h1>;
}
