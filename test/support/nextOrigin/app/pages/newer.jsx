/** A page that the build on the disk does not have. */
export default function Newer() {
  return <h1>Newer</h1>;
}
