/**
 * Runs in an app's main process, see BENCH_SCRIPT in sides.ts: sends requests with generated baggage over each way that
 * main has. BENCH_REQUESTS: `{"url":…,"headers":[…]}` in a file of that name. Says `bench requests <time>` when all are
 * answered.
 */
const { readFileSync } = require('node:fs');
const http = require('node:http');
const { net } = require('electron');

const { url, headers } = JSON.parse(readFileSync(process.env.BENCH_REQUESTS ?? '', 'utf8'));

/** @type {Record<string, (baggage: string) => Promise<void>>} */
const ways = {
  net: (baggage) =>
    new Promise((resolve, reject) => {
      const request = net.request({ method: 'GET', url: `${url}net`, headers: { baggage } });
      request.on('error', reject);
      request.on('response', (response) => {
        response.on('data', () => undefined);
        response.on('end', () => resolve());
      });
      request.end();
    }),
  fetch: async (baggage) => {
    await (await fetch(`${url}fetch`, { headers: { baggage } })).arrayBuffer();
  },
  http: (baggage) =>
    new Promise((resolve, reject) => {
      http
        .get(`${url}http`, { headers: { baggage } }, (response) =>
          response.resume().on('end', () => resolve()),
        )
        .on('error', reject);
    }),
};

(async () => {
  for (const send of Object.values(ways)) {
    // Four at a time, as an app would at most.
    for (let at = 0; at < headers.length; at += 4) await Promise.all(headers.slice(at, at + 4).map(send));
  }
  process.stdout.write(`bench requests ${Date.now()}\n`);
})().catch((error) => {
  process.stdout.write(`bench failed: ${error.stack}\n`);
});
