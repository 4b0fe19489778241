// Electron before 33.4.0 may crash as it quits: a request that V8 has just collected is freed twice, by Electron and then by
// the collection's second half (electron/electron#45368). Here the second half finishes before Electron frees anything.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

process.on('exit', () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  // From now on V8 does both halves at once.
  setFlagsFromString('--optimize-for-size');
});
