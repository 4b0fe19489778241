import { type PageProps, pageData } from '../../../renderer/data/pageModule.ts';
import { Page } from './_parts/Page.tsx';

/** Data without a check: the server's `getStaticProps`. */
export const data = pageData<{ items: string[] }>();

/** A page with static data: `/news`. It is shown at once and requested again in the background. */
export default function News({ data: { items } }: PageProps<typeof data>) {
  return (
    <Page title="News">
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Page>
  );
}
