/** A page in a file of its own: `/part`. */
export default function Part() {
  return <h1>The part</h1>;
}
