/**
 * Electron's powerMonitor as far as a machine without a desktop has one: the last input that a window got. Nothing
 * here suspends or locks; a test tells the app so from outside, on either runtime: started with `--inspect=0`, main
 * can be told over Node's inspector to `require('electron').powerMonitor.emit('suspend')`.
 */
import { EventEmitter } from 'node:events';
import { type Shared, strict } from './strict.ts';

class PowerMonitor extends EventEmitter {
  private lastInput = Date.now();

  /** A window got input. */
  input(): void {
    this.lastInput = Date.now();
  }
  /** Seconds since the last input. Electron asks the whole system; here only the app's own windows can be asked. */
  getSystemIdleTime(): number {
    return Math.floor((Date.now() - this.lastInput) / 1000);
  }
  getSystemIdleState(idleThreshold: number): 'active' | 'idle' {
    if (!(idleThreshold > 0)) throw new TypeError('Invalid idle threshold, must be greater than 0');
    return this.getSystemIdleTime() >= idleThreshold ? 'idle' : 'active';
  }
  isOnBatteryPower(): boolean {
    return false;
  }
  get onBatteryPower(): boolean {
    return this.isOnBatteryPower();
  }
}

export const powerMonitorInstance = new PowerMonitor();
export const powerMonitor = strict(
  powerMonitorInstance satisfies Shared<PowerMonitor, Electron.PowerMonitor>,
  'powerMonitor',
);
