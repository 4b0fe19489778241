import { type PageProps, pageData } from '../../../renderer/data/pageModule.ts';

export const data = pageData<{ said: string }>();

/** A page with data from the server: `/data`. */
export default function Data({ data: { said } }: PageProps<typeof data>) {
  return <h1>The server said {said}</h1>;
}
