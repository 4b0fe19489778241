/** Texts about settings, for whoever installs the app. */
export const settings = {
  /** The requirement of each key; the message adds the key's name. */
  must: {
    sentryDsn: 'must be a Sentry DSN such as "https://key@sentry.example.com/1"',
    reports: 'must be "ask", "on" or "off"',
    language: 'must be a language such as "de", "pt-BR" or "zh-TW"',
    origin:
      'must be an https address without a path (http only for this machine), such as "https://app.example.com"',
    address:
      'must be the address of a server (http only for this machine and a private network), such as "https://tools.example.com/wiki"',
    buildId: 'must be text of 1 to 200 characters without spaces and without / \\ ? # %',
    signInHosts: 'must be a list of https addresses without a path, such as "https://id.example.com"',
    certificateAuthorities: 'must be a list of files in PEM, such as "/etc/ssl/certs/company.pem"',
    trustCertificates: 'must be true or false',
    policy: 'must be "default" or "strict"',
    isolated: 'must be true or false',
    contentSecurityPolicy: 'must be a list of texts such as "img-src https://cdn.example.com"',
    permissions:
      'must be a list of "camera", "microphone", "geolocation", "clipboard-read", "notifications", "fullscreen", "pointerLock" and "fileSystem"',
    savePrivate: 'must be true or false',
    dataTimeout: 'must be a whole number of seconds from 1 to 300',
    spelling:
      'must be true, false or the https folder of dictionaries (http only for this machine), such as { "dictionaries": "https://example.com/dictionaries/" }',
    updateUrl: 'must be an https address (http only for this machine), such as "https://example.com/updates"',
    updateChannel: 'must be "latest", "beta" or "alpha"',
  },
  noDictionaries:
    'must name dictionaries on Linux, where the system has no spell checker, such as { "dictionaries": "https://example.com/dictionaries/" }; spelling is not checked',
  policy: {
    directive: (at: number, known: string) =>
      `must begin each entry with one of ${known}; entry ${at} does not`,
    source: (directive: string, takes: string) => `must add to ${directive} only ${takes}`,
    semicolon: (at: number) => `must have an entry for each directive, without ";"; entry ${at} has one`,
  },
  notUtf8: 'is not UTF-8 text; save it in that encoding',
  empty: 'is empty; it must hold a JSON object, at least {}',
  notJson: 'is not JSON',
  notObject: 'must hold a JSON object',
  folder: 'is a folder; a file is needed',
  notFile: 'is not a regular file',
  tooLarge: 'is larger than 1 MB',
  missing: 'does not exist',
  unreadable: 'cannot be read',
  notTrusted: 'is not used: it must belong to root, and nobody else may write to it',
} as const;
