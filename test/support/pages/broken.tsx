/** A page that throws: `/broken`. */
export default function Broken(): never {
  throw new Error('This page throws.');
}
