import type { PageProps } from '../../../../renderer/data/pageModule.ts';
import { Page } from '../_parts/Page.tsx';

/** An optional catch-all page: `/shop` and `/shop/red/small`. */
export default function Shop({ params }: PageProps<undefined, { filters?: string[] }>) {
  return <Page title={`Shop: ${params.filters?.join(' and ') ?? 'everything'}`} />;
}
