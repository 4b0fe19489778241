/**
 * A catch-all page.
 * @param {{ params: { path: string[] } }} context
 */
export const getServerSideProps = ({ params: { path } }) =>
  Promise.resolve({ props: { title: `Docs: ${path.join(' > ')}` } });

export default function Docs({ title }) {
  return <h1>{title}</h1>;
}
