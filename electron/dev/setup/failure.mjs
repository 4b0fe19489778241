/** What the person reads when a step cannot go on: what was wrong, then what to do. */

/** A failure with its message ready to be shown: 2 to 4 lines, no stack. */
export class Failure extends Error {
  /** @param {string[]} lines what was wrong, then what to do */
  constructor(...lines) {
    super(lines.join('\n'));
    this.name = 'Failure';
  }
}

const AGAIN = 'Then run the same command again.';

/** @type {{ codes: RegExp, what: string, todo: string }[]} */
const CAUSES = [
  {
    codes:
      /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPROTO|ERR_SOCKET_TIMEOUT|ERR_SSL\w*|FETCH_ERROR|E5\d\d|\w*(CERT|ISSUER)\w*)$/,
    what: 'The npm registry cannot be reached.',
    todo: `Check the network and the proxy, or name a registry within reach: npm config set registry <url>. ${AGAIN}`,
  },
  {
    codes: /^(E401|E403|ENEEDAUTH|EOTP)$/,
    what: 'The npm registry refused to answer.',
    todo: `Log in to it (npm login) or name another one: npm config set registry <url>. ${AGAIN}`,
  },
  {
    codes: /^(E404|ETARGET)$/,
    what: 'The npm registry does not hold a package that this project needs.',
    todo: `Name a registry that holds all of npm: npm config set registry <url>. ${AGAIN}`,
  },
  {
    codes: /^(ENOSPC|EDQUOT)$/,
    what: 'The disk is full.',
    todo: `Free 1.5 GB where the project and npm's cache are (npm config get cache). ${AGAIN}`,
  },
  {
    codes: /^(EACCES|EPERM|EROFS)$/,
    what: 'A file or folder must not be written.',
    todo: `Let this user write the project's folder and npm's cache (npm config get cache), and close programs that hold files in it. ${AGAIN}`,
  },
  {
    codes: /^EUSAGE$/,
    what: 'package.json and package-lock.json do not belong together, or the lock file is damaged.',
    todo: 'Bring both back (git checkout package.json package-lock.json), or after a change of your own run npm install.',
  },
  {
    codes: /^(EINTEGRITY|Z_\w+|TAR_\w+|EJSONPARSE)$/,
    what: 'A file of npm came damaged.',
    todo: `Empty npm's cache: npm cache clean --force. ${AGAIN}`,
  },
];

/**
 * The failure for an error code of Node or npm.
 * @param {string | undefined} code e.g. ENOSPC, E404
 * @param {string} doing what failed, e.g. "npm ci"
 * @param {string} detail the error's own words, one line
 */
export function explain(code, doing, detail) {
  const cause = CAUSES.find(({ codes }) => code !== undefined && codes.test(code));
  return cause
    ? new Failure(cause.what, `${doing}: ${detail}`, cause.todo)
    : new Failure(`${doing} failed.`, detail, 'Mend what it names, then run the same command again.');
}

/**
 * The message for anything that was thrown: errors of the file system are explained by their code.
 * @param {unknown} error
 * @param {string} doing what failed, for errors that do not say it themselves
 * @returns {string}
 */
export function messageOf(error, doing = 'setup') {
  if (error instanceof Failure) return error.message;
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  return explain(code, doing, message).message;
}
