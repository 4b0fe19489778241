/** The tables of renderer/README.md, generated from the build's lists. */
import { NEXT_IMPORTS } from '../../../../electron/build/next/imports.ts';
import { HONOURED, NAMED, OF_SERVER } from '../../../../electron/build/next/options.ts';

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
const cell = (text: string) => text.replaceAll('|', '\\|');

export const importsTable = [
  '| import | in Holdfast | |',
  '|---|---|---|',
  ...Object.entries(NEXT_IMPORTS).map(([name, entry]) => {
    if ('instead' in entry) return `| \`${name}\` | refused | ${cell(entry.instead)} |`;
    const { names, refused = {}, differs } = entry;
    const about = [
      ...(names.includes('*') ? [] : [code(names)]),
      ...(differs ? [differs] : []),
      ...(Object.keys(refused).length > 0 ? [`refused: ${code(Object.keys(refused))}`] : []),
    ];
    return `| \`${name}\` | ${differs ? 'works, differs' : 'works'} | ${cell(about.join('; '))} |`;
  }),
].join('\n');

export const optionsTable = [
  '| option | in Holdfast | |',
  '|---|---|---|',
  ...Object.entries(HONOURED).map(([name, how]) => `| \`${name}\` | counts | ${cell(how)} |`),
  ...Object.entries(NAMED).map(([name, how]) => `| \`${name}\` | named | ${cell(how)} |`),
  `| ${code(OF_SERVER)} | the server's | nothing in the app depends on them |`,
].join('\n');
