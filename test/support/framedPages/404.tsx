import { useRouter } from 'next/router';

/** The app's own 404 page; it throws for one address. */
export default function NotFound() {
  const { asPath } = useRouter();
  if (asPath === '/throws') throw new Error('thrown by the 404 page');
  return <h1>Nothing at {asPath}</h1>;
}
