export function Dated() {
  return <p>Markup in a .js file</p>;
}
