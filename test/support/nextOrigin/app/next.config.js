module.exports = {
  redirects: async () => [{ source: '/posts/old', destination: '/news', permanent: false }],
  rewrites: async () => [{ source: '/posts/first', destination: '/posts/1' }],
};
