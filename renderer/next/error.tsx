/** `next/error` for pages written for the framework: code and title as on Holdfast's error page. */
import { textOf, wordsOf } from '../../electron/shared/faultText.ts';
import { Heading } from '../error/ErrorPage.tsx';

interface ErrorProps {
  /** Without a status it is an error of the page. */
  statusCode?: number;
  title?: string;
  /** Ignored: the page always follows the system's dark mode. */
  withDarkMode?: boolean;
}

export default function NextError({ statusCode, title }: ErrorProps) {
  const words = title ?? (statusCode ? wordsOf({ kind: 'http', code: statusCode }).title : undefined);
  const { heading } = textOf({ kind: 'script', at: 0 });
  return (
    <main className="fault">
      <title>{statusCode ? `${statusCode}: ${words}` : heading}</title>
      <div className="fault-line">
        <Heading
          status={statusCode ? String(statusCode) : undefined}
          text={words === undefined ? heading : `${words}.`}
        />
      </div>
    </main>
  );
}
