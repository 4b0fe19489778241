import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

type FuseName = Exclude<keyof typeof FuseV1Options, `${number}`>;

/** Every fuse's value. A new one in `@electron/fuses` is a type error here; one that only the binary has fails the build. */
const FUSES: Readonly<Record<FuseName, boolean>> = {
  /** `ELECTRON_RUN_AS_NODE` would turn the signed app into a Node that runs anything. */
  RunAsNode: false,
  /** By a key from the system's key store. On Linux without a key ring it protects nothing; the diagnostics say so. */
  EnableCookieEncryption: true,
  /** `NODE_OPTIONS` could load code into main. */
  EnableNodeOptionsEnvironmentVariable: false,
  /** `--inspect` would open main to every program on the machine. */
  EnableNodeCliInspectArguments: false,
  /** `app.asar` must be the packed one (macOS and Windows; no effect on Linux). */
  EnableEmbeddedAsarIntegrityValidation: true,
  /** A folder `resources/app` beside the archive is not loaded. */
  OnlyLoadAppFromAsar: true,
  /** There is no snapshot of our own, and main would start slower without Node's. */
  LoadBrowserProcessSpecificV8Snapshot: false,
  /** Nothing is loaded from `file://`. */
  GrantFileProtocolExtraPrivileges: false,
  /** Electron's default: WebAssembly checks bounds by hardware traps. */
  WasmTrapHandlers: true,
};

/** Every fuse, but for those that this binary is too old for: Electron 33 lacks `WasmTrapHandlers`. */
async function fusesOf(path: string) {
  const { version: _, ...found }: Record<string, unknown> = await getCurrentFuseWire(path);
  const names = (Object.keys(FUSES) as FuseName[]).filter((name) => FuseV1Options[name] in found);
  return { found, names };
}

/** Sets every fuse of an executable, or of the `.app` on macOS, and reads them back. */
export async function setFuses(path: string): Promise<void> {
  const { names } = await fusesOf(path);
  const settings = Object.fromEntries(names.map((name) => [FuseV1Options[name], FUSES[name]]));
  await flipFuses(path, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Changing the binary breaks its ad hoc signature, without which it does not run on Apple's processors.
    resetAdHocDarwinSignature: path.endsWith('.app'),
    ...(settings as Record<FuseV1Options, boolean>),
  });
  await checkFuses(path);
}

/** Reads the fuses of a binary. @throws Error that names each wrong one */
export async function checkFuses(path: string): Promise<void> {
  const { found, names } = await fusesOf(path);
  const wrong = names
    .filter((name) => found[FuseV1Options[name]] !== (FUSES[name] ? FuseState.ENABLE : FuseState.DISABLE))
    .map((name) => `${name} is not ${FUSES[name] ? 'on' : 'off'}`);
  if (wrong.length > 0) throw new Error(`${path}: ${wrong.join('; ')}`);
}
