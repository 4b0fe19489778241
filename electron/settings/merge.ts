/** Merges layers of settings, and reports a fault for everything unusable. */
import { type Fault, makeFault } from '../shared/fault.ts';
import { checkSetting, DEFAULTS, SETTINGS_KEYS, type Settings, type SettingsKey } from './schema.ts';

/** One place that settings come from: what it holds, or why it could not be read. */
export type Layer = {
  /** A file's path or the name of an environment variable. */
  source: string;
  /** Whether it is an administrator's: what it says, or may say where it cannot be read, against reports is final. */
  isAdministrators?: true;
} & (
  | {
      values: Readonly<Record<string, unknown>>;
      keys: readonly SettingsKey[];
    }
  | {
      /** Goes on with the source. */
      problem: string;
    }
);

export interface LoadedSettings {
  settings: Settings;
  /** Where the value of each key came from: `default`, a file's path or an environment variable's name. */
  sources: Record<SettingsKey, string>;
  /** The keys of which a value was refused, and none is in force but the default. */
  refused: SettingsKey[];
  /** One for each file and key that was not used. */
  faults: Fault[];
  /** Whether an administrator has turned reports off: nobody else turns them on. */
  isReportsFinal: boolean;
}

const quoted = (keys: readonly string[]) => keys.map((key) => `"${key}"`).join(', ');

/** Wrong keys of one file that a fault names; a file can hold thousands. */
const MAX_NAMED = 5;
/** Characters of a key that a fault shows. */
const MAX_KEY = 60;

/** What is wrong with keys that cannot be set in one place: all of a kind are one problem. */
function problemsOfKeys(wrong: readonly string[], allowed: readonly SettingsKey[]): string[] {
  const isElsewhere = (key: string) => (SETTINGS_KEYS as readonly string[]).includes(key);
  const elsewhere = wrong.filter(isElsewhere);
  const unknown = wrong.filter((key) => !isElsewhere(key));
  const these = quoted(allowed);
  const problems: string[] = [];
  if (elsewhere.length > 0) {
    problems.push(
      `${named(elsewhere)} cannot be set here, only ${these}; an administrator can set it (README, Settings)`,
    );
  }
  if (unknown.length > 0) {
    problems.push(
      `${named(unknown)} ${unknown.length > 1 ? 'are no settings' : 'is no setting'}; these are: ${these}`,
    );
  }
  return problems;
}

function named(keys: readonly string[]): string {
  const some = quoted(keys.slice(0, MAX_NAMED).map((key) => key.slice(0, MAX_KEY)));
  return keys.length > MAX_NAMED ? `${some} and ${keys.length - MAX_NAMED} others` : some;
}

/**
 * Lays settings over the defaults, later layers over earlier ones, key by key: what is wrong in one layer
 * leaves the value of the layers below it. Reports that an administrator has turned off stay off, and they are off
 * where an administrator's layer, or what it says about them, cannot be read.
 *
 * @param at milliseconds since the epoch, for the faults
 */
export function mergeSettings(layers: readonly Layer[], at: number): LoadedSettings {
  const settings: Settings = { ...DEFAULTS };
  const sources = Object.fromEntries(SETTINGS_KEYS.map((key) => [key, 'default'])) as Record<
    SettingsKey,
    string
  >;
  const faults: Fault[] = [];
  const wrong = new Set<SettingsKey>();
  let isReportsFinal = false;
  const report = (source: string, problem: string, isOff = false) => {
    if (isOff) {
      settings.reports = 'off';
      sources.reports = source;
      isReportsFinal = true;
    }
    faults.push(
      makeFault({
        kind: 'main',
        title: 'A setting could not be used',
        detail: `${source}: ${problem}. It is ignored${isOff ? ', and reports are off' : ''}; correct it and start the app again.`,
        url: '/',
        at,
        retryable: false,
      }),
    );
  };

  for (const layer of layers) {
    if ('problem' in layer) {
      report(layer.source, layer.problem, layer.isAdministrators);
      continue;
    }
    const isAllowed = (name: string): name is SettingsKey => layer.keys.some((allowed) => allowed === name);
    const others = Object.keys(layer.values).filter((name) => !isAllowed(name));
    for (const problem of problemsOfKeys(others, layer.keys)) report(layer.source, problem);
    for (const key of layer.keys) {
      if (!Object.hasOwn(layer.values, key)) continue;
      const isReports = key === 'reports';
      if (isReports && isReportsFinal && !layer.isAdministrators) continue;
      const value = layer.values[key];
      const checked = checkSetting(key, value);
      if ('problem' in checked) {
        report(layer.source, `"${key}" ${checked.problem}`, isReports && layer.isAdministrators);
        wrong.add(key);
        continue;
      }
      Object.assign(settings, { [key]: checked.value });
      sources[key] = layer.source;
      if (isReports) isReportsFinal = layer.isAdministrators === true && checked.value === 'off';
    }
  }
  const refused = [...wrong].filter((key) => sources[key] === 'default');
  return { settings, sources, refused, faults, isReportsFinal };
}
