const UTF_8 = '; charset=utf-8';

/** Extensions by type. JSON is always UTF-8, and its media types have no charset. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  [`text/html${UTF_8}`]: 'html htm',
  [`application/xhtml+xml${UTF_8}`]: 'xhtml xht',
  [`text/javascript${UTF_8}`]: 'js mjs',
  [`text/css${UTF_8}`]: 'css',
  [`text/plain${UTF_8}`]: 'txt',
  [`text/csv${UTF_8}`]: 'csv',
  [`text/vtt${UTF_8}`]: 'vtt',
  [`image/svg+xml${UTF_8}`]: 'svg',
  'application/json': 'json map',
  'application/manifest+json': 'webmanifest',
  'application/geo+json': 'geojson',
  'application/xml': 'xml xsl',
  'application/wasm': 'wasm',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/apng': 'apng',
  'image/jpeg': 'jpg jpeg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/x-icon': 'ico cur',
  'font/woff2': 'woff2',
  'font/woff': 'woff',
  'font/ttf': 'ttf',
  'font/otf': 'otf',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4 m4v',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'video/quicktime': 'mov',
  'model/gltf-binary': 'glb',
  'model/gltf+json': 'gltf',
};

const TYPES = new Map(
  Object.entries(EXTENSIONS).flatMap(([type, all]) => all.split(' ').map((one) => [one, type] as const)),
);

/** Returns the content type of a file by the extension of its name, in any case; undefined if unknown. */
export const contentTypeOf = (name: string): string | undefined =>
  TYPES.get(/[^/]\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '');

/** Whether a file is a document by its name: `about.html`, `UP.HTM`, `map.xhtml`. */
export const isDocument = (name: string): boolean => /\.(?:html?|xht(?:ml)?)$/i.test(name);

/** Whether a path is that of a file by its name, so that no page answers there. */
export const isFilePath = (path: string): boolean => !isDocument(path) && contentTypeOf(path) !== undefined;
