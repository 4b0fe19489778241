export default function logout(_request, response) {
  response.setHeader('set-cookie', 'session=; Path=/; HttpOnly; Max-Age=0').status(204).end();
}
