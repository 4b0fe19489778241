/** With an identity host, whose address is in the environment, everybody is sent there. */
export const getServerSideProps = () => {
  const { IDENTITY } = process.env;
  return Promise.resolve(
    IDENTITY === undefined ? { props: {} } : { redirect: { destination: IDENTITY, permanent: false } },
  );
};

/** A form that needs no script. */
export default function Login() {
  return (
    <form method="post" action="/api/login">
      <h1>Login</h1>
      <input name="person" aria-label="Name" />
      <button type="submit">Sign in</button>
    </form>
  );
}
