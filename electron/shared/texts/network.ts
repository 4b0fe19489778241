/** Shown when a proxy or the app's server asks who the user is. */
export const authentication = {
  proxy: {
    heading: 'Sign in to the proxy',
    words: (host: string) =>
      `This network connects through the proxy ${host}, which asks for a user name and password.`,
  },
  server: {
    heading: 'Sign in to the server',
    words: (host: string) => `The app’s server ${host} asks for a user name and password.`,
  },
  realm: (realm: string) => `It calls itself “${realm}”.`,
  refused: 'The user name or password was not accepted.',
  username: 'User name',
  password: 'Password',
  signIn: 'Sign In',
} as const;

export const certificate = {
  heading: 'Choose a certificate',
  words: (host: string) =>
    `The app’s server ${host} asks for a certificate that identifies you. It will see the name in it.`,
  choice: (subject: string, issuer: string, until: string) => `${subject} (from ${issuer}, until ${until})`,
  none: 'Don’t Use One',
} as const;
