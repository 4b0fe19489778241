export default function Index() {
  return <p>Start</p>;
}
