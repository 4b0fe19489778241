import { useState } from 'react';
import { useNavigate } from 'react-router';

/** The start page works; each of its buttons makes the page's code fail in another way. */
export default function Start() {
  const [throws, setThrows] = useState(false);
  const navigate = useNavigate();
  const [isEmpty, setIsEmpty] = useState(false);
  // What remains of a framework's template around an empty page.
  if (isEmpty) return <main style={{ minHeight: '80vh', borderInline: '1px solid' }} />;
  if (throws) throw new Error('thrown while rendering');
  return (
    <main>
      <h1>The start page</h1>
      <button type="button" id="render" onClick={() => setThrows(true)}>
        Throw while rendering
      </button>
      <button
        type="button"
        id="handler"
        onClick={() => {
          throw new Error('thrown in a handler');
        }}
      >
        Throw in a handler
      </button>
      <label>
        Name <input id="name" />
      </label>
      <button
        type="button"
        id="empty"
        onClick={() => {
          document.body.replaceChildren();
          document.body.style.border = '1px solid';
          throw new Error('left nothing');
        }}
      >
        Remove everything and throw
      </button>
      <button type="button" id="promise" onClick={() => void Promise.reject(new Error('rejected'))}>
        Reject
      </button>
      <button type="button" id="chunk" onClick={() => navigate('/part')}>
        Go to a part
      </button>
      <button type="button" id="emptied" onClick={() => setIsEmpty(true)}>
        Show nothing
      </button>
      <button type="button" id="data" onClick={(event) => navigate(event.currentTarget.value)}>
        Go to data
      </button>
    </main>
  );
}
