import { edition } from '@/parts/edition.js';
import look from '@/parts/look.module.css';

/**
 * Ids that do not go well, and data for all others.
 * @param {{ params: { id: string }, res: { statusCode: number } }} context
 */
export const getServerSideProps = ({ params: { id }, res }) => {
  console.log(`asked for post ${id}`);
  switch (id) {
    case 'gone':
      return Promise.resolve({ notFound: true });
    case 'moved':
      return Promise.resolve({ redirect: { destination: '/news', permanent: false } });
    case 'secret':
      res.statusCode = 403;
      return Promise.resolve({ props: { title: 'Not for everybody' } });
    case 'broken':
      throw new Error('This post throws.');
    default:
      return Promise.resolve({ props: { title: `Post ${id}, edition ${edition()}` } });
  }
};

export default function Post({ title }) {
  return <h1 className={look.title}>{title}</h1>;
}
