import { personOf } from '@/parts/person.js';

export const config = { api: { bodyParser: false } };

/** Counts what it is sent, and gives a file back: to whoever is signed in. */
export default async function file(request, response) {
  const person = personOf(request);
  if (person === undefined) return response.status(401).end('Sign in first.');
  if (request.method === 'GET') {
    return response
      .setHeader('content-disposition', 'attachment; filename="file.txt"')
      .end(`A file of ${person}`);
  }
  let length = 0;
  for await (const chunk of request) length += chunk.length;
  response.end(`${person} sent ${length} bytes`);
}
