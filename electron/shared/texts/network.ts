/** Read where a proxy or the app's server wants to know who the user is. */
export const authentication = {
  proxy: {
    heading: 'Sign in to the proxy',
    words: (host: string) =>
      `This network reaches the outside through the proxy ${host}, which wants a user name and a password.`,
  },
  server: {
    heading: 'Sign in to the server',
    words: (host: string) => `The app’s server ${host} wants a user name and a password.`,
  },
  realm: (realm: string) => `It calls itself “${realm}”.`,
  refused: 'The user name or the password was not accepted.',
  username: 'User name',
  password: 'Password',
  signIn: 'Sign In',
} as const;

export const certificate = {
  heading: 'Choose a certificate',
  words: (host: string) =>
    `The app’s server ${host} wants a certificate that tells who you are. It will see your name in it.`,
  choice: (subject: string, issuer: string, until: string) => `${subject} (from ${issuer}, until ${until})`,
  none: 'Don’t Show One',
} as const;
