import { Link } from 'react-router';
import { Page } from './_parts/Page.tsx';

/** A static page: `/`. */
export default function Start() {
  return (
    <Page title="Start">
      {/* biome-ignore lint/performance/noImgElement: main caches images, no component is needed */}
      <img src="/_next/image?url=%2Flogo.png&w=640&q=75" alt="Logo" />
      <p>
        This window is Holdfast, with the pages of a small web app. <Link to="/welcome">Break it</Link>, and
        see what it does.
      </p>
    </Page>
  );
}
