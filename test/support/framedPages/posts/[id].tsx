import { type PageProps, pageData } from '../../../../renderer/data/pageModule.ts';

export const data = pageData<{ title: string }>();

/** A page with data. */
export default function Post({ data: { title } }: PageProps<typeof data>) {
  return <h1>{title}</h1>;
}
