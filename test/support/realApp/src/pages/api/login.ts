import type { NextApiRequest, NextApiResponse } from 'next';

export default function login({ body }: NextApiRequest, response: NextApiResponse) {
  const cookie = `session=${encodeURIComponent(body.person)}; Path=/; HttpOnly; SameSite=Lax`;
  response.setHeader('set-cookie', cookie).redirect(303, '/account');
}
