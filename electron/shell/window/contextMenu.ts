/** The menu at the pointer: actions for the text, field, link or picture there. Loaded on first use. */
import {
  BrowserWindow,
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron';
import type { Origins } from '../../common/origins.ts';
import { config } from '../../configuration/config.ts';
import * as TEXTS from '../../shared/texts.ts';
import { copyText } from '../app/messageBox.ts';
import { download } from './downloads.ts';
import { navigationVerdict, schemeVerdict } from './externalLinks.policy.ts';

type Items = MenuItemConstructorOptions[];

const texts = TEXTS.menu;

/**
 * Shows the menu, or none if there are no actions. Electron does not ask for one if the page has its own.
 * @param open opens a link in the browser
 */
export function showContextMenu(
  contents: WebContents,
  at: ContextMenuParams,
  origins: Origins,
  open: (address: string) => void,
): void {
  const groups = [spelling, link, picture, text, inspect].map((items) => items(contents, at, open, origins));
  if (groups.flat().length === 0) return;
  // Electron leaves out separators with nothing between them or at an end.
  const items = groups.flatMap((group): Items => [...group, { type: 'separator' }]);
  const window = BrowserWindow.fromWebContents(contents);
  Menu.buildFromTemplate(items).popup({
    ...(window && { window }),
    // From the keyboard, the menu opens at the text cursor, not at the pointer.
    ...(at.menuSourceType === 'keyboard' && { x: at.x, y: at.y }),
  });
}

function spelling(
  contents: WebContents,
  { misspelledWord, dictionarySuggestions }: ContextMenuParams,
): Items {
  if (!misspelledWord) return [];
  return [
    ...dictionarySuggestions.map((word) => ({
      label: word.replaceAll('&', '&&'),
      click: () => contents.replaceMisspelling(word),
    })),
    {
      label: texts.learn,
      click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
  ];
}

function link(
  _contents: WebContents,
  { linkURL }: ContextMenuParams,
  open: (address: string) => void,
  { ownerOf }: Origins,
): Items {
  const isOwn = navigationVerdict(linkURL, ownerOf(linkURL)) === 'app';
  if (!isOwn && 'refused' in schemeVerdict(linkURL)) return [];
  const isWeb = /^https?:/.test(linkURL) && !isOwn;
  return [
    ...(isWeb ? [{ label: texts.openInBrowser, click: () => open(linkURL) }] : []),
    { label: texts.copyLink, click: () => copyText(isOwn ? deepLink(linkURL) : linkURL) },
  ];
}

/** Returns a link that opens the same page from anywhere on a computer with the app. */
function deepLink(address: string): string {
  const { pathname, search, hash } = new URL(address);
  return `${config.scheme}://open${pathname}${search}${hash}`;
}

function picture(
  contents: WebContents,
  { mediaType, hasImageContents, srcURL, x, y }: ContextMenuParams,
): Items {
  if (mediaType !== 'image' || !hasImageContents) return [];
  return [
    { label: texts.savePicture, click: () => download(contents, srcURL) },
    { label: texts.copyPicture, click: () => contents.copyImageAt(x, y) },
  ];
}

function text(contents: WebContents, { isEditable, selectionText, editFlags }: ContextMenuParams): Items {
  const { canCut, canCopy, canPaste, canSelectAll } = editFlags;
  const copy = { label: texts.copy, enabled: canCopy, click: () => contents.copy() };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { label: texts.cut, enabled: canCut, click: () => contents.cut() },
    copy,
    { label: texts.paste, enabled: canPaste, click: () => contents.paste() },
    { type: 'separator' },
    { label: texts.selectAll, enabled: canSelectAll, click: () => contents.selectAll() },
  ];
}

function inspect(contents: WebContents, { x, y }: ContextMenuParams): Items {
  return config.packaged ? [] : [{ label: texts.inspect, click: () => contents.inspectElement(x, y) }];
}
