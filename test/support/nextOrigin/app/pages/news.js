/** The server's side of the example page of the same name: made at build, and again when it is a second old. */
export const getStaticProps = () =>
  Promise.resolve({ props: { items: [`News of edition ${process.env.EDITION}`] }, revalidate: 1 });

/** Never shown: the app has the page. */
export default function News() {
  return null;
}
