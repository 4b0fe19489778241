/** Chromium's command line: what makes it a window of the app and nothing else. */

/** Chromium's switches that the app's command line hands on; others are the app's own. */
const PASSED_ON =
  /^--(remote-debugging-(port|address)|no-sandbox|disable-gpu|force-|window-|lang|proxy-|host-resolver-rules|ignore-certificate-errors|enable-features|disable-features|blink-settings|js-flags|log-net-log)/;

/**
 * What Chrome does and Electron does not: reports, look-ups, suggestions, automatic retries, a page cache for "back".
 * Subframes stay in the page's process, so that one session tells of all that happens in it.
 */
const SWITCHED_OFF = [
  'AimEnabled',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'IsolateOrigins',
  'IsolateSandboxedIframes',
  'LensOverlay',
  'LoadingPredictorUseOptimizationGuide',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationGuideModelDownloading',
  'OptimizationHints',
  'PreconnectToSearch',
  'SpeculativeServiceWorkerWarmUp',
  'Translate',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'site-per-process',
];
const ALWAYS = [
  '--remote-debugging-pipe',
  // Files may load files, as by Electron's fuse grantFileProtocolExtraPrivileges, which is on unless it is turned off.
  '--allow-file-access-from-files',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--no-service-autorun',
  '--disable-auto-reload',
  '--disable-blink-features=AutomationControlled',
  '--disable-back-forward-cache',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-quic',
  '--disable-search-engine-choice-screen',
  '--disable-site-isolation-trials',
  '--disable-sync',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
];
/**
 * Chromium asks for updates and for Google accounts at every start, which Electron never does and which no switch
 * above stops: both get an address that cannot exist. The app's own host is answered by the stand-in, but Chromium
 * looks its name up ahead of the request. test/e2e/offline.test.ts counts the packets.
 */
const NOWHERE = ['--component-updater=url-source=https://none.invalid/', '--gaia-url=https://none.invalid/'];
const UNRESOLVED = ['MAP *.invalid ~NOTFOUND', 'MAP shell ~NOTFOUND'];

/** Nothing moves a pointer there and nothing is seen, but the page is one for people with a mouse and a screen. */
const HEADLESS = [
  '--headless',
  '--screen-info={1920x1080}',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

/** The switches of the app's command line that are Chromium's. */
export function chromiumSwitches(argv: readonly string[]): string[] {
  return argv.filter((arg) => PASSED_ON.test(arg));
}

/** All of Chromium's arguments. Lists of features are joined: Chromium reads only the last of each. */
export function chromiumArguments(profile: string, switches: readonly string[], headless: boolean): string[] {
  const values = (name: string) =>
    switches.filter((given) => given.startsWith(`--${name}=`)).map((given) => given.slice(name.length + 3));
  const others = switches.filter((given) => !/^--((en|dis)able-features|host-resolver-rules)=/.test(given));
  const enabled = values('enable-features');
  const isRoot = process.getuid?.() === 0 && !switches.includes('--no-sandbox');
  return [
    `--user-data-dir=${profile}`,
    ...ALWAYS,
    ...NOWHERE,
    `--host-resolver-rules=${[...UNRESOLVED, ...values('host-resolver-rules')].join(',')}`,
    ...(headless ? HEADLESS : []),
    ...(isRoot ? ['--no-sandbox'] : []),
    ...others,
    ...(enabled.length > 0 ? [`--enable-features=${enabled.join(',')}`] : []),
    `--disable-features=${[...SWITCHED_OFF, ...values('disable-features')].join(',')}`,
  ];
}
