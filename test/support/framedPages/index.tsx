/** The start page. */
export default function Start() {
  return (
    <a href="/posts/1" target="_blank" rel="noopener">
      The post
    </a>
  );
}
