/** Layers of settings to one, and a fault for everything that could not be used. */
import { type Fault, makeFault } from '../shared/fault.ts';
import { checkSetting, DEFAULTS, SETTINGS_KEYS, type Settings, type SettingsKey } from './schema.ts';

/** One place that settings come from: what it holds, or why it could not be read. */
export type Layer = {
  /** A file's path or the name of an environment variable. */
  source: string;
} & (
  | {
      values: Readonly<Record<string, unknown>>;
      /** The keys that may be set here. */
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
}

const quoted = (keys: readonly string[]) => keys.map((key) => `"${key}"`).join(', ');

function problemOfKey(key: string, allowed: readonly SettingsKey[]): string {
  if ((SETTINGS_KEYS as readonly string[]).includes(key)) {
    return `"${key}" cannot be set here, only ${quoted(allowed)}; put it into settings.json beside the app`;
  }
  return `"${key}" is no setting; these are: ${quoted(allowed)}`;
}

/**
 * Lays settings over the defaults, later layers over earlier ones, key by key: what is wrong in one layer
 * leaves the value of the layers below it.
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
  const complain = (source: string, problem: string) =>
    faults.push(
      makeFault({
        kind: 'main',
        title: 'A setting could not be used',
        detail: `${source}: ${problem}. It is ignored; correct it and start the app again.`,
        url: '/',
        at,
        retryable: false,
      }),
    );

  for (const layer of layers) {
    if ('problem' in layer) {
      complain(layer.source, layer.problem);
      continue;
    }
    for (const [name, value] of Object.entries(layer.values)) {
      const key = layer.keys.find((allowed) => allowed === name);
      if (!key) {
        complain(layer.source, problemOfKey(name, layer.keys));
        continue;
      }
      const checked = checkSetting(key, value);
      if ('problem' in checked) {
        complain(layer.source, `"${key}" ${checked.problem}`);
        wrong.add(key);
        continue;
      }
      Object.assign(settings, { [key]: checked.value });
      sources[key] = layer.source;
    }
  }
  const refused = [...wrong].filter((key) => sources[key] === 'default');
  return { settings, sources, refused, faults };
}
