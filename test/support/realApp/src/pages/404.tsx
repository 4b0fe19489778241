export default function Missing() {
  return <h1 className="text-6xl">No such tea</h1>;
}
