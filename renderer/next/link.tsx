/** `next/link` for pages written for the framework. Nothing is prefetched, because the code is on disk. */
import type { AnchorHTMLAttributes, Ref } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { hrefOf, type Url, withQuery } from './address.ts';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: Url;
  as?: Url;
  replace?: boolean;
  scroll?: boolean;
  ref?: Ref<HTMLAnchorElement>;
  /** Options of the framework that have no effect here. */
  prefetch?: unknown;
  shallow?: unknown;
  passHref?: unknown;
  locale?: unknown;
  legacyBehavior?: boolean;
}

export default function Link(props: LinkProps) {
  const { search } = useLocation();
  const { href, as, scroll = true, prefetch, shallow, passHref, locale, legacyBehavior, ...rest } = props;
  if (legacyBehavior) {
    throw new Error(
      `next/link does not support legacyBehavior: remove the <a> from the Link to ${hrefOf(href)}.`,
    );
  }
  return <RouterLink {...rest} to={withQuery(hrefOf(as ?? href), search)} preventScrollReset={!scroll} />;
}
