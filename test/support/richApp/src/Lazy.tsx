export default function Lazy() {
  return <h1>Loaded late</h1>;
}
