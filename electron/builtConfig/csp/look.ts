/** The app's own colours, font and icon on the pages that main makes, from the configuration. */
import { SHELL_PATH } from '../../shared/channels.ts';
import { config } from '../config.ts';

/** Serves APP_FILES.icon. */
export const ICON_PATH = `${SHELL_PATH}icon.png`;

/** Returns the style rules for the configured look. @param icon selects where the app's icon stands, if anywhere */
export function lookRules(page: string, icon?: string): string {
  const { colours = {}, font, icon: hasIcon } = config.look;
  const values = Object.entries(colours).map(([name, pair]) => `--${name}:light-dark(${pair});`);
  if (font) values.push(`--font:${font}`);
  const picture = `content:"";display:block;width:48px;height:48px;margin-bottom:12px;background:url(${ICON_PATH}) 50%/contain no-repeat`;
  return (
    (values.length > 0 ? `${page}{${values.join('')}}` : '') + (hasIcon && icon ? `${icon}{${picture}}` : '')
  );
}
