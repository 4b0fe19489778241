import type { AxeResults } from 'axe-core';

declare global {
  interface Window {
    axe: { run(): Promise<AxeResults> };
  }
}
