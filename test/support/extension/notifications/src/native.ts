// src/native.ts
import type { HandlersOf } from 'holdfast/main';
import type main from '../desktop/main.ts';

declare module 'holdfast/main' {
  interface Handlers extends HandlersOf<typeof main> {}
}

export const remind = (order: string) =>
  window.holdfast?.invoke('remind', { title: `Order ${order} is due`, path: `/orders/${order}` });
