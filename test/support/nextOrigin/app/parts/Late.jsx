export default function Late({ name }) {
  return <p>Loaded late for {name}</p>;
}
