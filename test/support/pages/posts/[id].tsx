import * as v from 'valibot';
import { type PageProps, pageData } from '../../../../renderer/data/pageModule.ts';
import { Page } from '../_parts/Page.tsx';

const Post = v.object({ title: v.string(), visits: v.number() });

/** Data with a check: the server's `getServerSideProps`. */
export const data = pageData((props) => v.parse(Post, props));

/** A dynamic page with data: `/posts/1`. */
export default function PostPage(props: PageProps<typeof data, { id: string }>) {
  const { title, visits } = props.data;
  return (
    <Page title={title}>
      <p>
        Visits that the server has counted: <span id="visits">{visits}</span>
      </p>
      <p className="quiet">
        Its parameter is <span id="id">{props.params.id}</span>, its query{' '}
        <span id="query">{props.query.get('q') ?? 'none'}</span>.
      </p>
    </Page>
  );
}
