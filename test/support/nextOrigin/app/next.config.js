module.exports = {
  redirects: async () => [{ source: '/posts/old', destination: '/news', permanent: false }],
};
