import type { PageProps } from '../../../../renderer/data/pageModule.ts';
import { Page } from '../_parts/Page.tsx';

/** A catch-all page: `/docs/a/b`, not `/docs`. */
export default function Docs({ params }: PageProps<undefined, { path: string[] }>) {
  return <Page title={`Docs: ${params.path.join(' > ')}`} />;
}
