/** What the pages ask of the web app, through main: page data and images. */
import { join } from 'node:path';
import type { Handler } from '../protocol/handler.ts';
import type { Settings } from '../settings/settings.ts';
import { dataHandler } from './data/index.ts';
import { imageHandler } from './images/index.ts';

/**
 * The handlers for `handleProtocol`'s routes.
 *
 * @param userData the folder in which answers are kept for when the web app cannot be reached
 */
export function webAppRoutes(
  { origin, buildId, imageHosts, imageSvg }: Settings,
  userData: string,
  onError: (error: unknown) => void,
): Handler[] {
  return [
    dataHandler({ origin, buildId, directory: join(userData, 'page-data'), onError }),
    imageHandler({
      origin,
      hosts: imageHosts,
      allowSvg: imageSvg,
      directory: join(userData, 'images'),
      onError,
    }),
  ];
}
