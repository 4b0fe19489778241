const UTF_8 = '; charset=utf-8';
/** Extensions by type. JSON is always UTF-8, and its media types have no charset. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  [`text/html${UTF_8}`]: 'html htm',
  [`application/xhtml+xml${UTF_8}`]: 'xhtml xht',
  [`text/javascript${UTF_8}`]: 'js mjs',
  [`text/plain${UTF_8}`]: 'txt',
  [`image/svg+xml${UTF_8}`]: 'svg',
  'application/json': 'map',
  'application/manifest+json': 'webmanifest',
  'application/geo+json': 'geojson',
  'application/xml': 'xsl',
  'image/jpeg': 'jpg',
  'image/x-icon': 'ico cur',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'oga opus',
  'audio/mp4': 'm4a',
  'video/mp4': 'm4v',
  'video/ogg': 'ogv',
  'video/quicktime': 'mov',
  'model/gltf-binary': 'glb',
  'model/gltf+json': 'gltf',
};
/** Types that are called like their extension. */
const SAME = {
  text: 'css csv vtt',
  application: 'json xml wasm pdf zip',
  image: 'png apng jpeg webp avif gif bmp',
  font: 'woff2 woff ttf otf',
  audio: 'ogg wav aac flac',
  video: 'mp4 webm',
};

const TYPES = new Map([
  ...Object.entries(EXTENSIONS).flatMap(([type, all]) => all.split(' ').map((one) => [one, type] as const)),
  ...Object.entries(SAME).flatMap(([kind, all]) =>
    all.split(' ').map((one) => [one, `${kind}/${one}${kind === 'text' ? UTF_8 : ''}`] as const),
  ),
]);

/** Returns the content type of a file by the extension of its name, in any case; undefined if unknown. */
export const contentTypeOf = (name: string): string | undefined =>
  TYPES.get(/[^/]\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '');

/** Whether a file is a document by its name: `about.html`, `UP.HTM`, `map.xhtml`. */
export const isDocument = (name: string): boolean => /\.(?:html?|xht(?:ml)?)$/i.test(name);

/** Whether a path is that of a file by its name, so that no page answers there. */
export const isFilePath = (path: string): boolean => !isDocument(path) && contentTypeOf(path) !== undefined;
