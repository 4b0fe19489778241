import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { type PageProps, pageData } from '../../../renderer/data/pageModule.ts';
import { facade } from '../../../renderer/facade/pageFacade.ts';
import { Page } from './_parts/Page.tsx';

/** Where `npm run example` is told what to break, and says what has arrived. */
export const data = pageData<{ control: string }>();

const Arrived = v.array(v.object({ id: v.number(), at: v.string(), kind: v.string(), words: v.string() }));
type Arrived = v.InferOutput<typeof Arrived>;

/** `npm run example` opens here: four ways to break the app, and what its reports say of them. */
export default function Welcome({ data: { control } }: PageProps<typeof data>) {
  const navigate = useNavigate();
  const [isBroken, setBroken] = useState(false);
  const arrived = useArrivals(control);
  if (isBroken) throw new Error('Thrown by the fourth button.');
  const tell = (what: string) => fetch(`${control}/${what}`, { method: 'POST' });
  return (
    <Page title="Holdfast">
      <p>
        The window around this page keeps an app going when its server, its network or its own code fails.
        Break it, watch what you see, and it comes back; nothing of a report is lost.
      </p>
      <div className="welcome">
        <div className="ways">
          <button
            type="button"
            onClick={() => void tell('stop').then(() => navigate(`/posts/${100 + (Date.now() % 900)}`))}
          >
            Stop the server
          </button>
          <p>For 12 seconds. A page that needs it waits, and then appears.</p>
          <button
            type="button"
            onClick={() => void tell('offline').then(() => facade.captureMessage('Said while offline.'))}
          >
            Go offline
          </button>
          <p>For 12 seconds. A report is made, waits on the disk, and then arrives.</p>
          <button type="button" onClick={() => void tell('crash')}>
            Crash this page
          </button>
          <p>Its process ends. The page is back at once, and the crash is reported.</p>
          <button type="button" onClick={() => setBroken(true)}>
            Throw an error
          </button>
          <p>The page cannot be drawn. Try again brings it back.</p>
        </div>
        <section aria-labelledby="arrived">
          <h2 id="arrived">What has arrived</h2>
          {arrived.length === 0 && <p>Nothing yet.</p>}
          <ol reversed>
            {arrived.map(({ id, at, kind, words }) => (
              <li key={id}>
                <small>
                  {at} {kind}
                </small>{' '}
                {words}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Page>
  );
}

/** The newest first. Where they cannot be asked for, the last ones stay. */
function useArrivals(control: string): Arrived {
  const [arrived, setArrived] = useState<Arrived>([]);
  useEffect(() => {
    const ask = async () => setArrived(v.parse(Arrived, await (await fetch(control)).json()));
    const timer = setInterval(() => void ask().catch(() => undefined), 1_000);
    return () => clearInterval(timer);
  }, [control]);
  return arrived;
}
