/** The start page of an app whose pages all have its frame. */
export default function Start() {
  return (
    <a href="/posts/1" target="_blank" rel="noopener">
      The post
    </a>
  );
}
