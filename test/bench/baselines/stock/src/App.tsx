/** The page that a path without a page has, with the same words and look as Holdfast's; it comes with the script. */
import '../../../../../renderer/error/error.css';
import { httpFault, textOf } from '../../../../../electron/shared/fault.ts';
import { ErrorPage } from '../../../../../renderer/error/ErrorPage.tsx';

const text = textOf(httpFault(404, location.pathname, Date.now()), location.hostname);
export const App = () => (
  <ErrorPage
    text={text}
    words="There is no page at this address."
    retry={location.href}
    report=""
    details=""
  />
);
