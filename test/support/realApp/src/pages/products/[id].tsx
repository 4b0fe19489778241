import type { GetStaticPaths, GetStaticProps } from 'next';

export const getStaticPaths: GetStaticPaths = () => ({ paths: [], fallback: 'blocking' });
export const getStaticProps: GetStaticProps = ({ params }) => ({ props: { id: params?.id }, revalidate: 60 });

export default function Product({ id }: { id: string }) {
  return <h1 className="text-6xl">Product {id}</h1>;
}
