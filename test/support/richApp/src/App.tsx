import { captureMessage } from 'holdfast/telemetry';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, Route, Routes } from 'react-router';
import { readNote, writeNote } from './notes.ts';

const Lazy = lazy(() => import('./Lazy.tsx'));

export default function App() {
  return (
    <Suspense fallback="…">
      <Routes>
        <Route index element={<Start />} />
        <Route path="late/:id" element={<Lazy />} />
        <Route path="*" element={<h1>Not here</h1>} />
      </Routes>
    </Suspense>
  );
}

function Start() {
  const [doubled, setDoubled] = useState<number>();
  const [answer, setAnswer] = useState('');
  const [note, setNote] = useState('');
  useEffect(() => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => setDoubled(data);
    worker.postMessage(21);
    void readNote().then((text) => setNote(text ?? ''));
    return () => worker.terminate();
  }, []);
  const ask = async () => {
    const response = await fetch('/api/greeting');
    setAnswer(response.ok ? await response.text() : `failed with ${response.status}`);
  };
  const fail = () => {
    throw new Error('A button failed');
  };
  return (
    <main className="p-8">
      <h1>Rich</h1>
      <p className="font-bold">Doubled: {doubled}</p>
      <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <button type="button" onClick={() => writeNote(note)}>
        Keep
      </button>
      <button type="button" onClick={ask}>
        Ask
      </button>
      <button type="button" onClick={() => setAnswer(captureMessage('Reported') ?? 'off')}>
        Report
      </button>
      <button type="button" onClick={fail}>
        Fail
      </button>
      <output>{answer}</output>
      <Link to="/late/1">Late</Link>
    </main>
  );
}
