/**
 * Who is signed in, by the session's cookie.
 * @param {{ cookies: Partial<Record<string, string>> }} request
 */
export const personOf = ({ cookies }) => cookies.session;
