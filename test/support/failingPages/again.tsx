import { useEffect } from 'react';

/** A page that loads itself again and again: `/again`. */
export default function Again() {
  useEffect(() => location.reload());
  return <h1>Again</h1>;
}
