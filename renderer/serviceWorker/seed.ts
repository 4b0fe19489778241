/** Runs in a page of the app's origin, which main answers: registers the worker. @param script its address */
async function seed(script: string): Promise<void> {
  await removeOthers(`${location.origin}/`);
  const before = await navigator.serviceWorker.getRegistration('/');
  if (before?.active?.scriptURL.includes(script)) return;
  // A new address each time: a worker that a page has unregistered would come back, without its script (Chromium 130).
  const address = `${script}.${crypto.randomUUID()}`;
  const made = await navigator.serviceWorker.register(address, { scope: '/', updateViaCache: 'all' });
  const next = made.installing ?? made.waiting ?? made.active;
  if (next) await activation(next);
}

/**
 * A server that the app has shown without a build may have left workers, and a page may register one while main answers:
 * for the paths below them they would answer in place of the build.
 */
async function removeOthers(scope: string): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations();
  await Promise.all(all.filter((one) => one.scope !== scope).map((one) => one.unregister()));
}

function activation(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve();
      else if (worker.state === 'redundant') reject(new Error('The worker could not be installed.'));
    };
    worker.onstatechange = look;
    look();
  });
}

/**
 * For a build with a service worker of its own, which its start page registers: whether this version's has installed what
 * it keeps within `ms`.
 */
async function ownWorker(ms: number): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms));
  const made = await Promise.race([navigator.serviceWorker.ready, late]);
  if (!made) return false;
  await removeOthers(made.scope);
  await made.update();
  const { installing } = made;
  if (!installing) return true;
  const installed = new Promise<boolean>((resolve) => {
    installing.onstatechange = () => resolve(installing.state !== 'redundant');
  });
  return (await Promise.race([installed, late])) === true;
}

Object.assign(globalThis, { holdfastSeed: { seed, ownWorker } });
