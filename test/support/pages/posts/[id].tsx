import { type PageProps, pageData } from '../../../../renderer/data/pageModule.ts';
import { Page } from '../_parts/Page.tsx';

/** The server's `getServerSideProps`. */
export const data = pageData<{ title: string; visits: number }>();

/** A dynamic page with data: `/posts/1`. */
export default function PostPage(props: PageProps<typeof data, { id: string }>) {
  const { title, visits } = props.data;
  return (
    <Page title={title}>
      <p>
        Visits that the server has counted: <span id="visits">{visits}</span>
      </p>
      <p>
        Its parameter is <span id="id">{props.params.id}</span>, its query{' '}
        <span id="query">{props.query.get('q') ?? 'none'}</span>.
      </p>
    </Page>
  );
}
