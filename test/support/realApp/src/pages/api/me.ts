import type { NextApiRequest, NextApiResponse } from 'next';

export default function me({ cookies }: NextApiRequest, response: NextApiResponse) {
  response.json({ person: cookies.session ?? 'nobody' });
}
