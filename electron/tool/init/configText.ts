/** The text of a new configuration file. */
import type { HoldfastConfig } from '../configFile/defineConfig.ts';

function quoted(text: string | readonly string[]): string {
  if (typeof text !== 'string') return `[${text.map(quoted).join(', ')}]`;
  const json = JSON.stringify(text);
  return /["'\\]/.test(text) ? json : `'${json.slice(1, -1)}'`;
}

export type NewConfig = Pick<HoldfastConfig, 'name' | 'id' | 'icons' | 'web' | 'settings'>;

export function configText({ name, id, icons, web, settings }: NewConfig): string {
  const lines = Object.entries(web).map(([key, value]) => `    ${key}: ${quoted(value)},`);
  return `import { defineConfig } from 'holdfast';

export default defineConfig({
  name: ${quoted(name)},
  // Operating systems identify the app by it, so it must never change after the first release.
  id: ${quoted(id)},${icons === undefined ? '' : `\n  icons: ${quoted(icons)},`}
  web: {
${lines.join('\n')}
  },${settings?.isolated ? '\n  // As its _headers say, for SharedArrayBuffer.\n  settings: { isolated: true },' : ''}
});
`;
}

/** Returns .gitignore with that line; undefined if it is there already. */
export function withIgnored(text: string): string | undefined {
  if (/^\/?\.holdfast\/?\s*$/m.test(text)) return undefined;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : end}.holdfast/${end}`;
}
