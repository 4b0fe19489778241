import { ASK } from '../../common/origins.ts';
import { type Fault, faultOf } from '../../shared/fault.ts';
import * as TEXTS from '../../shared/texts.ts';
import { checkSetting, SETTING_DEFAULTS, SETTINGS_KEYS, type Settings, type SettingsKey } from './schema.ts';

/** One source of settings: its values, or why it could not be read. */
export type Layer = {
  source: string;
  /** Set by an administrator: its `reports: off` is final, and if it is unreadable, reports are off too. */
  isAdministrators?: true;
} & (
  | { values: Readonly<Record<string, unknown>>; keys: readonly SettingsKey[] }
  /** A sentence whose subject is the source. */
  | { problem: string }
);

export interface LoadedSettings {
  settings: Settings;
  /** The source of each key's value: `default`, a file's path or an environment variable's name. */
  sources: Record<SettingsKey, string>;
  /** Keys that have the default because their only value was rejected. */
  refused: SettingsKey[];
  faults: Fault[];
  /** What of an administrator's or the app's naming of the server is unusable: then none is shown. */
  shut?: Fault;
  /** Whether an administrator has turned reports off, which nobody else can change. */
  isReportsFinal: boolean;
}

const quoted = (keys: readonly string[]) => keys.map((key) => `"${key}"`).join(', ');

/** How many wrong keys a fault names, and how many characters of each; a file can hold thousands. */
const MAX_NAMED = 5;
const MAX_KEY = 60;

function problemOfKeys(wrong: readonly string[], allowed: readonly SettingsKey[]): string {
  const some = quoted(wrong.slice(0, MAX_NAMED).map((key) => key.slice(0, MAX_KEY)));
  const others = wrong.length > MAX_NAMED ? ` and ${wrong.length - MAX_NAMED} others` : '';
  const elsewhere = allowed.length < SETTINGS_KEYS.length ? '; an administrator can set the others' : '';
  return `${some}${others} cannot be set here, only ${quoted(allowed)}${elsewhere}`;
}

/**
 * Merges key by key, later layers over earlier ones over the defaults; each unusable part becomes a fault. A wrong value
 * keeps the value of the layer below, except for the server's address, without which none is shown. Reports stay off once
 * an administrator has turned them off, or if an administrator's layer or its `reports` is unusable.
 * @param platform where the settings are used; absent when they are packaged
 * @param web the configuration's address of the app's server, if it has one
 */
export function mergeSettings(
  layers: readonly Layer[],
  at: number,
  platform?: NodeJS.Platform,
  web?: string,
): LoadedSettings {
  const settings: Settings = { ...SETTING_DEFAULTS };
  const sources = Object.fromEntries(
    SETTINGS_KEYS.map((key) => [key, 'default']),
  ) as LoadedSettings['sources'];
  const faults: Fault[] = [];
  const wrong = new Set<SettingsKey>();
  let isReportsFinal = false;
  let shut: Fault | undefined;
  const report = (source: string, problem: string, { isOff = false, isShut = false } = {}) => {
    if (isOff) {
      settings.reports = 'off';
      sources.reports = source;
      isReportsFinal = true;
    }
    const off = isOff ? ', and reports are off' : '';
    const ignored = isShut ? `No server is opened until then${off}` : `It is ignored${off}`;
    const detail = `${source}: ${problem}. ${ignored}; correct it and start the app again.`;
    const fault: Fault = { ...faultOf('main', undefined, '/', at, detail, false), subject: 'setting' };
    if (isShut) shut ??= fault;
    faults.push(fault);
  };

  for (const layer of layers) {
    if ('problem' in layer) {
      const isMachines = layer.isAdministrators || layer.problem === TEXTS.settings.notTrusted;
      // It may have named the server, which the user would choose without it.
      report(layer.source, layer.problem, {
        isOff: layer.isAdministrators === true,
        isShut: isMachines && web === ASK,
      });
      continue;
    }
    const isAllowed = (name: string): name is SettingsKey => layer.keys.some((allowed) => allowed === name);
    const others = Object.keys(layer.values).filter((name) => !isAllowed(name));
    if (others.length > 0) report(layer.source, problemOfKeys(others, layer.keys));
    for (const key of layer.keys) {
      if (!Object.hasOwn(layer.values, key)) continue;
      const isReports = key === 'reports';
      if (isReports && isReportsFinal && !layer.isAdministrators) continue;
      const value = layer.values[key];
      const checked = checkSetting(key, value, platform);
      if ('problem' in checked) {
        report(layer.source, `"${key}" ${checked.problem}`, {
          isOff: isReports && layer.isAdministrators === true,
          isShut: web !== undefined && (key === 'address' || key === 'origin'),
        });
        wrong.add(key);
        continue;
      }
      Object.assign(settings, { [key]: checked.value });
      sources[key] = layer.source;
      if (isReports) isReportsFinal = layer.isAdministrators === true && checked.value === 'off';
    }
  }
  const refused = [...wrong].filter((key) => sources[key] === 'default');
  return { settings, sources, refused, faults, isReportsFinal, shut };
}
