/** Sets the language of the texts, which main puts into each document. Import it before modules that read texts. */
import { TEXTS_META } from '../electron/shared/channels.ts';
import { setTexts } from '../electron/shared/texts.ts';

const json = document.querySelector<HTMLMetaElement>(`meta[name="${TEXTS_META}"]`)?.content;
setTexts(document.documentElement.lang || 'en', json ? JSON.parse(json) : {});
