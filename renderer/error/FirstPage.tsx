import * as TEXTS from '../../electron/shared/texts.ts';

/** A whole page, to be saved under the name below. */
const EXAMPLE = `export default function Home() {
  return <h1>Hello</h1>;
}
`;
const FILE = 'renderer/pages/index.tsx';

/** The next steps in an app without pages. @param onCopy copies a text; absent without script */
export function FirstPage({ onCopy }: { onCopy?: (text: string) => void }) {
  const { make, copyPage, move, look } = TEXTS.errorPage.firstPage;
  return (
    <ul className="fault-first">
      <li>
        {make} <code>{FILE}</code>{' '}
        {onCopy && (
          <button type="button" onClick={() => onCopy(EXAMPLE)}>
            {copyPage}
          </button>
        )}
      </li>
      <li>
        {move} <code>npx holdfast init</code>
      </li>
      <li>
        {look} <code>npm run example</code>
      </li>
    </ul>
  );
}
