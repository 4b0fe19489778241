/** The app's own accent colour, font and icon on the pages that main makes, from the configuration. */
import { config } from '../config.ts';
import { SHELL_PATH } from '../shared/channels.ts';

/** Serves APP_FILES.icon. */
export const ICON_PATH = `${SHELL_PATH}icon.png`;

/**
 * Returns the style rules for the configured look, '' without one.
 * @param page selects the element whose variables they replace
 * @param icon selects where the app's icon stands
 */
export function lookRules(page: string, icon: string): string {
  const { accent, label = accent, font, icon: hasIcon } = config.look;
  const both = (name: string, of: readonly string[] = []) => `--${name}:light-dark(${of.join()});`;
  // The label's opposite: a pressed button has more contrast, not less.
  const away = label?.map((colour) => (colour === '#ffffff' ? '#000000' : '#ffffff'));
  const values = [
    accent ? both('accent', accent) + both('label', label) + both('away', away) : '',
    font ? `--font:${font}` : '',
  ].join('');
  return [
    values && `${page}{${values}}`,
    hasIcon &&
      `${icon}{content:"";display:block;width:40px;height:40px;background:url(${ICON_PATH}) 50%/contain no-repeat}`,
  ]
    .filter(Boolean)
    .join('');
}
