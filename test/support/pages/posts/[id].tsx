import * as v from 'valibot';
import { type PageProps, pageData } from '../../../../renderer/data/page.ts';
import { Page } from '../_parts/Page.tsx';

const Post = v.object({ title: v.string(), visits: v.number() });

/** Data that is checked: the server's `getServerSideProps`. */
export const data = pageData((props) => v.parse(Post, props));

/** A dynamic page with data: `/posts/1`. */
export default function PostPage(props: PageProps<typeof data, { id: string }>) {
  const { title, visits } = props.data;
  return (
    <Page title={title}>
      <p id="id">{props.params.id}</p>
      <p id="visits">{visits}</p>
      <p id="query">{props.query.get('q')}</p>
    </Page>
  );
}
