/** The menu at the pointer: actions for the text, field, link or picture there. Loaded on first use. */
import { type ContextMenuParams, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import { config } from '../../builtConfig/config.ts';
import type { Origins } from '../../common/origins.ts';
import { asLabel } from '../../shared/format.ts';
import * as TEXTS from '../../shared/texts.ts';
import { copyText } from '../app/messageBox.ts';
import { windowOf } from './createWindow.ts';
import { download } from './downloads.ts';
import { navigationVerdict, schemeVerdict } from './externalLinks.policy.ts';

const texts = TEXTS.menu;

/** Shows the menu, or none without actions. Electron does not ask for one if the page has its own. */
export function showContextMenu(
  contents: WebContents,
  at: ContextMenuParams,
  { ownerOf }: Origins,
  open: (address: string) => void,
): void {
  const { x, y, misspelledWord, linkURL, srcURL, isEditable } = at;
  const { canCut, canCopy, canPaste, canSelectAll } = at.editFlags;
  const items: MenuItemConstructorOptions[] = [];
  // Electron leaves out separators with nothing between them or at an end.
  const add = (...group: MenuItemConstructorOptions[]) => items.push(...group, { type: 'separator' });
  if (misspelledWord)
    add(
      ...at.dictionarySuggestions.map((word) => ({
        label: asLabel(word),
        click: () => contents.replaceMisspelling(word),
      })),
      {
        label: texts.learn,
        click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
      },
    );
  const isOwn = navigationVerdict(linkURL, ownerOf(linkURL)) === 'app';
  if (isOwn || 'open' in schemeVerdict(linkURL)) {
    const isWeb = /^https?:/.test(linkURL) && !isOwn;
    add(...(isWeb ? [{ label: texts.openInBrowser, click: () => open(linkURL) }] : []), {
      label: texts.copyLink,
      click: () => copyText(isOwn ? deepLink(linkURL) : linkURL),
    });
  }
  if (at.mediaType === 'image' && at.hasImageContents)
    add(
      { label: texts.savePicture, click: () => download(contents, srcURL) },
      { label: texts.copyPicture, click: () => contents.copyImageAt(x, y) },
    );
  const copy = { label: texts.copy, enabled: canCopy, click: () => contents.copy() };
  if (isEditable)
    add(
      { label: texts.cut, enabled: canCut, click: () => contents.cut() },
      copy,
      { label: texts.paste, enabled: canPaste, click: () => contents.paste() },
      { type: 'separator' },
      { label: texts.selectAll, enabled: canSelectAll, click: () => contents.selectAll() },
    );
  else if (at.selectionText.trim() !== '') add(copy);
  if (!config.packaged) add({ label: texts.inspect, click: () => contents.inspectElement(x, y) });
  if (items.length === 0) return;
  const window = windowOf(contents);
  Menu.buildFromTemplate(items).popup({
    ...(window && { window }),
    // From the keyboard, the menu opens at the text cursor, not at the pointer.
    ...(at.menuSourceType === 'keyboard' && { x, y }),
  });
}

/** Returns a link that opens the same page from anywhere on a computer with the app. */
function deepLink(address: string): string {
  const { pathname, search, hash } = new URL(address);
  return `${config.scheme}://open${pathname}${search}${hash}`;
}
