/** The app's own page for all other codes. */
export default function Failed({ statusCode }: { statusCode: number }) {
  return <h1>Own page for {statusCode}</h1>;
}
