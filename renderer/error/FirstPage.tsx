import { helpLinks } from '../../electron/shared/help.ts';
import * as TEXTS from '../../electron/shared/texts.ts';

/** A whole page, to be saved under the name below. */
const EXAMPLE = `export default function Home() {
  return <h1>Hello</h1>;
}
`;
const FILE = 'renderer/pages/index.tsx';

/**
 * What a developer without pages can do next: three commands and two guides.
 * @param onCopy copies a text; absent without script
 */
export function FirstPage({ onCopy }: { onCopy?: (text: string) => void }) {
  const { what, make, copyPage, copy, move, look } = TEXTS.errorPage.firstPage;
  const button = (label: string, text: string) =>
    onCopy && (
      <button type="button" onClick={() => onCopy(text)}>
        {label}
      </button>
    );
  const command = (text: string) => (
    <>
      <code>{text}</code> {button(copy, text)}
    </>
  );
  return (
    <ul className="fault-first">
      <li>{what}</li>
      <li>
        {look} {command('npm run example')}
      </li>
      <li>
        {make} <code>{FILE}</code> {button(copyPage, EXAMPLE)} {command('npm run dev')}
      </li>
      <li>
        {move} {command('npx holdfast init')}
      </li>
      <li>
        {helpLinks(['guidePages', 'guideApp']).map(({ name, href, text }) => (
          <a key={name} href={href}>
            {text}
          </a>
        ))}
      </li>
    </ul>
  );
}
