import { helpLinks } from '../../electron/shared/help.ts';
import * as TEXTS from '../../electron/shared/texts.ts';

/** A whole page, to be saved under the name below. */
const EXAMPLE = `export default function Home() {
  return <h1>Hello</h1>;
}
`;
const FILE = 'renderer/pages/index.tsx';
/** README.md's: no command that would fetch a package by a name that is nobody's yet. */
const INSTALL = ['npm pack', 'cd ../shop', 'npm install --save-dev ../holdfast/holdfast-0.1.0.tgz'];

/**
 * What a developer without pages can do next: a few commands and two guides.
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
        {move}{' '}
        {INSTALL.map((line) => (
          <div key={line}>
            <code>{line}</code>
          </div>
        ))}
        {button(copy, INSTALL.join('\n'))}
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
