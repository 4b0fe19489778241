import { edition } from '@/parts/edition.js';

/**
 * Ids that do not go well, and data for all others.
 * @param {{ params: { id: string } }} context
 */
export const getServerSideProps = ({ params: { id } }) => {
  console.log(`asked for post ${id}`);
  switch (id) {
    case 'gone':
      return Promise.resolve({ notFound: true });
    case 'moved':
      return Promise.resolve({ redirect: { destination: '/news', permanent: false } });
    case 'broken':
      throw new Error('This post throws.');
    default:
      return Promise.resolve({ props: { title: `Post ${id}, edition ${edition()}` } });
  }
};

export default function Post({ title }) {
  return <h1>{title}</h1>;
}
