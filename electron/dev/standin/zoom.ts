/** Zoom with the layout's own meaning: fewer and larger CSS pixels in the same window. */
import { letGo, type Session } from './cdp.ts';

/** Chromium's zoom levels are powers of this. */
const STEP = 1.2;

export class Zoom {
  factor = 1;
  private readonly session: () => Promise<Session>;

  constructor(session: () => Promise<Session>) {
    this.session = session;
  }

  get level(): number {
    return Math.log(this.factor) / Math.log(STEP);
  }
  setLevel(level: number): void {
    this.setFactor(STEP ** level);
  }
  setFactor(factor: number): void {
    if (!(factor > Number.EPSILON)) throw new Error("'zoomFactor' must be a double greater than 0.0");
    const isNew = factor !== this.factor;
    this.factor = factor;
    if (isNew) letGo(this.apply());
  }

  /** To be called again when the window has another size. */
  async apply(): Promise<void> {
    const session = await this.session();
    await session.send('Emulation.clearDeviceMetricsOverride');
    if (this.factor === 1) return;
    const { result } = await session.send('Runtime.evaluate', {
      expression: '[innerWidth, innerHeight, devicePixelRatio]',
      returnByValue: true,
    });
    const [width, height, ratio] = result.value as [number, number, number];
    await session.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(width / this.factor),
      height: Math.round(height / this.factor),
      deviceScaleFactor: ratio * this.factor,
      mobile: false,
    });
  }
}
