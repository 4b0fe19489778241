/** Which build of the web app the data is for. */
import { BUILD_META } from '../../electron/shared/pageData.ts';

/** The build's id, or why it is unknown: then pages that need data get none. */
export type Build = { id: string } | { unknown: string };

/** Main writes it into documents at the address of the pages' server. */
export function readBuild({ head }: Pick<Document, 'head'> = document): Build {
  const id = head.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)?.content;
  return id ? { id } : { unknown: 'The settings have no origin: page data needs one.' };
}
