import { useState } from 'react';
import { BrowserRouter, Link, Outlet, Route, Routes } from 'react-router';
import styled from 'styled-components';
import { Dated } from './Dated.js';
import './index.css';

declare const __EDITION__: string;

const Name = styled.strong`
  color: rgb(255, 0, 0);
`;

function Frame() {
  const [count, setCount] = useState(0);
  return (
    <>
      <nav>
        <Link to="/">Start</Link> <Link to="/about?from=start">About</Link> <Link to="/broken">Broken</Link>
      </nav>
      <button type="button" onClick={() => setCount(count + 1)}>
        Clicked {count}
      </button>
      <Outlet />
    </>
  );
}

function Start() {
  return (
    <>
      <h1 className="text-[41px]">Start</h1>
      <Name>Corner</Name>
      <p>
        {import.meta.env.VITE_GREETING}, {__EDITION__}
      </p>
      <img alt="Logo" src="/logo.svg" />
      <Dated />
    </>
  );
}

function Broken(): never {
  throw new Error('broken on purpose');
}

export default function App() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Frame />}>
          <Route index element={<Start />} />
          <Route path="about" element={<h1>About</h1>} />
          <Route path="broken" element={<Broken />} />
          <Route path="*" element={<h1>Not here</h1>} />
        </Route>
      </Routes>
    </BrowserRouter>
  );
}
