// desktop/main.ts
import { app, nativeImage } from 'electron';
import { defineMain } from 'holdfast/main';
import * as v from 'valibot';
import dot from './dot.png';

export default defineMain({
  handle: {
    setBadge: {
      input: v.pipe(v.number(), v.integer(), v.minValue(0)),
      run(count, { caller }) {
        // Windows shows a picture on the taskbar button instead.
        if (process.platform === 'win32')
          caller.setOverlayIcon(count > 0 ? nativeImage.createFromDataURL(dot) : null, String(count));
        else app.setBadgeCount(count);
      },
    },
  },
});
