import { expect, it } from 'vitest';
import { requestedWidth } from '../../../renderer/next/image.tsx';

it.each([
  [300, 1, 384],
  [640, 1, 640],
  [640, 2, 1920],
  [20, 1.5, 32],
  [5000, 1, 3840],
  [undefined, 1, 3840],
])(
  'an image %j wide is requested at a density of %d with a width that the server accepts',
  (width, density, w) => {
    expect(requestedWidth(width, density)).toBe(w);
  },
);
