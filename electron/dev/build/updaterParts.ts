/** Leaves out of the bundle what electron-updater and its libraries have for others than this app: a third of it. */
import type { Plugin } from 'vite';

/** What stands in a module's place, by the end of its path. */
const INSTEAD: readonly [module: RegExp, code: string][] = [
  // Servers of other kinds, and the XML that they answer.
  [/electron-updater\/out\/providers\/(?:Bitbucket|GitLab|Keygen|(?:Private)?GitHub)Provider\.js$/, '{}'],
  [/\/sax\/lib\/sax\.js$/, '{}'],
  // Updates are downloaded whole.
  [/electron-updater\/out\/differentialDownloader\/\w+\.js$/, '{}'],
  // Folders are neither copied nor linked, and versions are compared one by one.
  [/\/fs-extra\/lib\/(?:copy|ensure|move)\/index\.js$/, '{}'],
  [/\/semver\/(?:ranges\/[\w-]+|classes\/(?:comparator|range))\.js$/, '{}'],
  // YAML is only read.
  [/\/js-yaml\/lib\/dumper\.js$/, '{}'],
  // Lines on stderr with paths and addresses, for whoever sets DEBUG.
  [/\/debug\/src\/index\.js$/, '{ default: () => () => undefined }'],
  // Node has the same.
  [/\/lodash\.isequal\/index\.js$/, 'require("node:util").isDeepStrictEqual'],
];

export function updaterParts(): Plugin {
  return {
    name: 'holdfast:updater-parts',
    applyToEnvironment: ({ name }) => name === 'main',
    load: {
      filter: { id: INSTEAD.map(([module]) => module) },
      handler(id) {
        const code = INSTEAD.find(([module]) => module.test(id))?.[1];
        return code && `module.exports = ${code};`;
      },
    },
  };
}
