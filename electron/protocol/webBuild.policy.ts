/** Where scripts of a web build may come from. Pure. */

/**
 * Returns the places with scripts that the web app's server does not answer: its responses must not run in the app.
 * @param places paths of folders (with a slash at the end) and files
 * @param proxy paths that the server answers: `/api/*`, `/health`
 */
export function buildPlaces(places: readonly string[], proxy: readonly string[]): string[] {
  return places.filter((place) => {
    const isBelow = (path: string) => (place.endsWith('/') ? path.startsWith(place) : path === place);
    return !proxy.some((pattern) =>
      pattern.endsWith('/*')
        ? isBelow(pattern.slice(0, -1)) || place.startsWith(pattern.slice(0, -1))
        : isBelow(pattern),
    );
  });
}
