export default function Login() {
  return (
    <form method="post" action="/api/login">
      <h1 className="text-6xl">Sign in</h1>
      <input name="person" aria-label="Name" />
      <button type="submit">Go</button>
    </form>
  );
}
