import { useLocation } from 'react-router';

/** The app's own 404 page; it throws for one address. */
export default function NotFound() {
  const { pathname } = useLocation();
  if (pathname === '/throws') throw new Error('thrown by the 404 page');
  return <h1>Nothing at {pathname}</h1>;
}
