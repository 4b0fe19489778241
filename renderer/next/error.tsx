/** `next/error` for pages written for the framework: code and title as on Holdfast's error page. */
import { textOf } from '../../electron/shared/fault.ts';

interface ErrorProps {
  /** Without one it is an error of the page. */
  statusCode?: number;
  /** Instead of the status's own. */
  title?: string;
  /** The page follows the system's dark mode anyway. */
  withDarkMode?: boolean;
}

export default function NextError({ statusCode, title }: ErrorProps) {
  const { code, sentence, documentTitle } = statusCode
    ? textOf({ kind: 'http', code: statusCode }, '', title)
    : textOf({ kind: 'script' }, location.hostname, title);
  const Sentence = code === undefined ? 'h1' : 'h2';
  return (
    <main className="fault">
      <title>{documentTitle}</title>
      <div className="fault-line">
        {code !== undefined && <h1 className="fault-code">{code}</h1>}
        <div className="fault-text">
          <Sentence className="fault-sentence">{sentence}</Sentence>
        </div>
      </div>
    </main>
  );
}
