/** The commands in the documents, and how tests run them. */
import { version } from '../../package.json';
import { NOT_FOUND } from './words.ts';

export const DOCUMENTS = [
  'README.md',
  '.github/CONTRIBUTING.md',
  'electron/tool/README.md',
  'electron/settings/README.md',
  'electron/setup/README.md',
  'electron/updates/README.md',
  'renderer/README.md',
  'test/README.md',
];

export interface Run {
  /** What to type in a copy of the project. $DIR has pages and settings; $NODE is the tests' Node. */
  type: string;
  /** The output to expect. */
  says: RegExp;
  /** Whether it runs until Ctrl+C. */
  stays?: true;
}

const run = (type: string, says: RegExp): Run => ({ type, says });
const SHOWN = new RegExp(`404\\n {2}${NOT_FOUND}`);
const PASSED = /Tests .*passed/;
const START = run('npm start', SHOWN);
const ATTACHED: Run = {
  ...run(`${START.type} -- --remote-debugging-port=0`, /listening on ws:/),
  stays: true,
};
const GALLERY = run('npm run gallery -- --readme', /gallery: \d+ faults in \.build\/gallery\/index\.html/);
const BENCH = run('npm run bench -- --only start --rounds 1', /start → painted error page/);
const RELEASE = run(
  [
    'openssl genpkey -algorithm ed25519 -out "$DIR/update.pem"',
    'export HOLDFAST_UPDATE_PUBLIC_KEY="$(openssl pkey -in "$DIR/update.pem" -pubout)"',
    // Compressing as for a release takes minutes.
    'DPKG_DEB_COMPRESSOR_LEVEL=0 npm run dist -- --deb --pages "$DIR/pages"',
    'HOLDFAST_UPDATE_KEY="$(cat "$DIR/update.pem")" "$NODE" electron/tool/pack/sign.ts .build/dist',
  ].join(' && '),
  /(?:✓|ok) made .*\.deb.*sign: latest\S*\.yml: /s,
);
const DEB = 'test/e2e/tool/deb.long.test.ts';
/** Runs the commands in the guide's code blocks. */
const ADOPTING = 'test/e2e/tool/adopting.long.test.ts';
/** Runs the first code block of README.md. */
const INSTALLED = 'test/e2e/tool/installed.long.test.ts';
const OWN_PAGES = 'test/e2e/tool/ownPages.long.test.ts';

/**
 * Each command as the documents write it, and each option that they name alone: how to run it, or the file that runs
 * it.
 */
export const COMMANDS: Readonly<Record<string, Run | string>> = {
  'npm start': START,
  'npm start -- --open=/some/path': run('npm start -- --open=/some/path', SHOWN),
  'npm start -- --diagnostics': run('npm start -- --diagnostics', /^Connections\n=/m),
  '--diagnostics': 'test/e2e/diagnostics/cli.test.ts',
  '--lang': 'test/e2e/recovery/crash.test.ts',
  '--safe-mode': run('npm start -- --safe-mode', SHOWN),
  '--clear-data': run('npm start -- --clear-data', SHOWN),
  'npm start -- --inspect-brk=9229': {
    ...run('npm start -- --inspect-brk=0', /Debugger listening on ws:/),
    stays: true,
  },
  'npm start -- --remote-debugging-port=9222': ATTACHED,
  '-- --remote-debugging-port=0': ATTACHED,
  '-- --verbose': run('npm start -- --verbose --enable-logging --v=1', /:VERBOSE1:/),
  'HOLDFAST_SETTINGS=file.json npm start -- --user-data-dir=/tmp/try': run(
    'HOLDFAST_SETTINGS="$DIR/file.json" npm start -- "--user-data-dir=$DIR/try"',
    /file\.json: unknown setting "nonsense"/,
  ),
  'npm start -- --pages DIR': OWN_PAGES,
  '--pages': OWN_PAGES,
  'npm run dev': 'test/e2e/tool/watch.long.test.ts',
  'npm run example': 'test/e2e/tool/example.long.test.ts',
  'npm test': '.ci/run',
  'npm run test:long': '.github/workflows/nightly.yml',
  'npm run unit': run('npm run unit -- test/rooms.test.ts', PASSED),
  'npx vitest run': run('npx vitest run test/rooms.test.ts', PASSED),
  'npx vitest run test/e2e/recovery/crash.test.ts': run(
    'npx vitest run test/e2e/recovery/crash.test.ts',
    PASSED,
  ),
  'npx vitest run test/e2e/recovery -t "killed"': run('npx vitest run test/e2e/recovery -t "killed"', PASSED),
  'npm run format': run('npm run format', /Fixed 1 file/),
  'npm run gallery': GALLERY,
  '-- --readme': GALLERY,
  'npm run bench': BENCH,
  'npm run bench -- --only start': BENCH,
  '-- --rounds 1': BENCH,
  'npm run package': run('npm run package', /read all fuses back/),
  'npm run dist': DEB,
  '-- --settings=FILE': DEB,
  '-- --deb': DEB,
  'npm pack': INSTALLED,
  [`npm install --save-dev ../holdfast/holdfast-${version}.tgz`]: INSTALLED,
  'npx holdfast init': ADOPTING,
  'npx holdfast start': ADOPTING,
  'npx holdfast dev': 'test/e2e/tool/dev.test.ts',
  'npx holdfast package': ADOPTING,
  'npx holdfast dist': ADOPTING,
  'npx holdfast info': ADOPTING,
  '--no-build': ADOPTING,
  '--deb': ADOPTING,
  '--open=/path': run('npm start -- --open=/path', SHOWN),
  '--release-workflow': 'test/electron/tool/commands/init.test.ts',
  'HOLDFAST_UPDATE_KEY="$(cat update.pem)" node "$(node -p "require.resolve(\'holdfast/sign\')")" .holdfast/dist':
    'test/e2e/tool/adopted.long.test.ts',
  'openssl genpkey -algorithm ed25519 -out update.pem': RELEASE,
  'openssl pkey -in update.pem -pubout': RELEASE,
  'HOLDFAST_UPDATE_KEY="$(cat update.pem)" node electron/tool/pack/sign.ts .build/dist': RELEASE,
};
