/** A catch-all page with one path, which is made at build. */
export const getStaticPaths = () => ({ paths: [{ params: { path: ['tea'] } }], fallback: false });
export const getStaticProps = ({ params: { path } }) => ({ props: { name: path.join('/') } });

export default function Guide({ name }) {
  return <h1>Guide to {name}</h1>;
}
