/**
 * A minimal dev server: `node devServer.mjs PORT WORDS`. It starts a child process and writes the ids of both to `pids`.
 * `/end` makes it exit with 3 and leaves the child running.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, ...words] = process.argv.slice(2);
const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
createServer((request, response) => {
  if (request.url === '/end') process.exit(3);
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><title>Dev</title><h1>${words.join(' ')}</h1>`);
}).listen(Number(port), '127.0.0.1', () => {
  writeFileSync('pids', `${process.pid} ${child.pid}`);
  console.log('the server is up');
});
