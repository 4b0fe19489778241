/** Read where a proxy or the app's server wants a sign-in. */
export const authentication = {
  title: 'Sign in',
  proxy: 'Sign in to the proxy',
  proxyWords: (host: string) =>
    `This network reaches the outside through the proxy ${host}, which wants a user name and a password.`,
  server: 'Sign in to the server',
  serverWords: (host: string) => `The app’s server ${host} wants a user name and a password.`,
  realm: (realm: string) => `It calls itself “${realm}”.`,
  refused: 'The user name or the password was not accepted.',
  username: 'User name',
  password: 'Password',
  signIn: 'Sign In',
  cancel: 'Cancel',
} as const;
