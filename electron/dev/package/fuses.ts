/** Electron's fuses: what each is set to, flipping them in a built binary, and reading them back from it. */
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

type FuseName = Exclude<keyof typeof FuseV1Options, `${number}`>;

/**
 * Every fuse, written down: a fuse that a newer `@electron/fuses` knows makes this a type error, and one that only
 * the binary knows makes the build fail.
 */
export const FUSES: Readonly<Record<FuseName, boolean>> = {
  /** `ELECTRON_RUN_AS_NODE` would turn the signed app into a Node that runs anything. */
  RunAsNode: false,
  /**
   * Cookies on disk are encrypted with a key from the system's key store; on Linux without a key ring with one that is
   * the same in every Chromium, which protects them from nobody. The diagnostics say which.
   */
  EnableCookieEncryption: true,
  /** `NODE_OPTIONS` could load code into main. */
  EnableNodeOptionsEnvironmentVariable: false,
  /** `--inspect` would open main to every program of the machine. */
  EnableNodeCliInspectArguments: false,
  /** `app.asar` must be the one that was packaged (macOS and Windows; nothing on Linux). */
  EnableEmbeddedAsarIntegrityValidation: true,
  /** A folder `resources/app` beside the archive is not loaded. */
  OnlyLoadAppFromAsar: true,
  /** There is no snapshot of the app's own, and main would start slower without Node's. */
  LoadBrowserProcessSpecificV8Snapshot: false,
  /** Nothing is loaded from `file://`. */
  GrantFileProtocolExtraPrivileges: false,
  /** WebAssembly's bounds checks by the processor's own faults, Electron's default. */
  WasmTrapHandlers: true,
};

const NAMES = Object.keys(FUSES) as FuseName[];
/** The fuses that Electron 33 has not got (build/fuses/fuses.json5). */
export const AFTER_33: readonly FuseName[] = ['WasmTrapHandlers'];

/**
 * Sets every fuse of an Electron binary and reads them back.
 *
 * @param path the executable, or the `.app` on macOS
 * @param missing fuses that this Electron is too old for
 * @throws Error that names the fuses which are not as they should be, or one that this table does not know
 */
export async function setFuses(path: string, missing: readonly FuseName[] = []): Promise<void> {
  const names = NAMES.filter((name) => !missing.includes(name));
  const settings = Object.fromEntries(names.map((name) => [FuseV1Options[name], FUSES[name]])) as Record<
    FuseV1Options,
    boolean
  >;
  await flipFuses(path, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // A changed binary has lost its ad hoc signature, without which it does not start on Apple's processors.
    resetAdHocDarwinSignature: path.endsWith('.app'),
    ...settings,
  });
  await checkFuses(path, missing);
}

/**
 * Reads the fuses of a binary.
 *
 * @param path the executable, or the `.app` on macOS
 * @param missing fuses that this Electron is too old for
 * @throws Error that names each fuse that is not as `FUSES` says
 */
export async function checkFuses(path: string, missing: readonly FuseName[] = []): Promise<void> {
  const wire: Readonly<Record<string, unknown>> = await getCurrentFuseWire(path);
  if (wire.version !== FuseVersion.V1) {
    throw new Error(`${path}: fuse wire version ${wire.version} is not known here; update @electron/fuses`);
  }
  const wrong = NAMES.flatMap((name) => {
    const found = wire[FuseV1Options[name]];
    const wanted = FUSES[name] ? FuseState.ENABLE : FuseState.DISABLE;
    if (found === wanted || (found === undefined && missing.includes(name))) return [];
    return [`${name} is ${nameOf(found)} and should be ${nameOf(wanted)}`];
  });
  const known: ReadonlySet<string> = new Set([
    'version',
    ...NAMES.map((name) => String(FuseV1Options[name])),
  ]);
  for (const index of Object.keys(wire)) {
    if (!known.has(index)) wrong.push(`fuse ${index} is not known here; update @electron/fuses`);
  }
  if (wrong.length > 0) throw new Error(`${path}: ${wrong.join('; ')}`);
}

function nameOf(state: unknown): string {
  const names = new Map<unknown, string>([
    [FuseState.ENABLE, 'on'],
    [FuseState.DISABLE, 'off'],
    [FuseState.REMOVED, 'removed'],
    [FuseState.INHERIT, 'inherited'],
    [undefined, 'missing'],
  ]);
  return names.get(state) ?? `"${state}"`;
}
