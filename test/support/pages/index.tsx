import { Link } from 'react-router';
import { Page } from './_parts/Page.tsx';

/** A static page: `/`. */
export default function Start() {
  return (
    <Page title="Start">
      {/* biome-ignore lint/performance/noImgElement: main caches images, no component is needed */}
      <img src="/_next/image?url=%2Flogo.png&w=640&q=75" alt="Logo" />
      <p>This window is Holdfast, with the pages of a small web app. Break it, and see what it does:</p>
      <ul>
        <li>
          Look at <Link to="/posts/1">a post</Link> and the <Link to="/news">news</Link>, stop the server, and
          look again.
        </li>
        <li>
          Open <Link to="/broken">a page that throws</Link>, and read the report that arrives.
        </li>
        <li>Crash this page’s process, or go offline: the terminal in which you started it says how.</li>
      </ul>
    </Page>
  );
}
