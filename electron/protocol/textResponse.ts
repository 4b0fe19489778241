/** A response with this text, which nothing keeps. */
export function textResponse(
  status: number,
  type: 'text/html' | 'text/plain' | 'application/json',
  text: string,
): Response {
  const body = Buffer.from(text);
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': String(body.byteLength),
    'Cache-Control': 'no-store',
  };
  return new Response(body, { status, headers });
}
