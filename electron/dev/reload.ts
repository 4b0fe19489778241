/** Reloads the pages of a running app, through the address that it tells for DevTools. */

/**
 * @param address as in `DevTools listening on ws://…`
 * @returns how many pages were reloaded
 */
export async function reloadPages(address: string): Promise<number> {
  const list = await fetch(`http://${new URL(address).host}/json/list`);
  const targets = (await list.json()) as { type: string; webSocketDebuggerUrl: string }[];
  const pages = targets.filter(({ type }) => type === 'page');
  await Promise.all(pages.map(({ webSocketDebuggerUrl }) => reload(webSocketDebuggerUrl)));
  return pages.length;
}

async function reload(address: string): Promise<void> {
  const socket = new WebSocket(address);
  const answered = Promise.withResolvers<void>();
  socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'Page.reload' }));
  socket.onmessage = () => answered.resolve();
  // The page may be gone by now.
  socket.onclose = () => answered.resolve();
  socket.onerror = () => answered.resolve();
  await answered.promise;
  socket.close();
}
