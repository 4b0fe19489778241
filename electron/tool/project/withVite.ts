/** Uses Vite, which is read only here: most commands need it late, or never. */

/** Vite sets NODE_ENV, and programs that the tool starts later would inherit it. */
export async function withVite<T>(use: (vite: typeof import('vite')) => Promise<T>): Promise<T> {
  const { NODE_ENV } = process.env;
  try {
    return await use(await import('vite'));
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}
