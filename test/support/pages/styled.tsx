/** Content that only settings allow, and styles that a library makes. */
import { useState } from 'react';
import styled from 'styled-components';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const Title = styled.h1<{ $on: boolean }>`
  color: ${({ $on }) => ($on ? 'rgb(0, 0, 255)' : 'rgb(255, 0, 0)')};
`;

export default function Styled() {
  const [isOn, setOn] = useState(false);
  const frame = new URLSearchParams(location.search).get('frame');
  return (
    <>
      <Title $on={isOn}>Styled</Title>
      <p style={{ color: 'rgb(0, 128, 0)' }}>By an attribute</p>
      <button type="button" onClick={() => setOn(true)}>
        On
      </button>
      {/* biome-ignore lint/performance/noImgElement: as in an adopter's page */}
      <img alt="Pixel" src={PIXEL} />
      {frame && <iframe title="Frame" src={frame} />}
    </>
  );
}
