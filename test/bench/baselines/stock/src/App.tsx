/** The page that a path without a page has, with the same words and look as Holdfast's; it comes with the script. */
import '../../../../../renderer/error/error.css';
import { httpFault, textOf } from '../../../../../electron/shared/fault.ts';
import { ErrorPage } from '../../../../../renderer/error/ErrorPage.tsx';

export function App() {
  const fault = httpFault(404, location.pathname, Date.now());
  return (
    <ErrorPage
      text={textOf(fault, location.hostname)}
      words="There is nothing at this address."
      retry={location.href}
      report=""
      details=""
    />
  );
}
