/** Signs in whoever says a name, and goes to the start. */
export default function login({ body, query }, response) {
  const { person } = { ...query, ...body };
  response.setHeader('set-cookie', `session=${person}; Path=/; HttpOnly; SameSite=Strict`).redirect(303, '/');
}
