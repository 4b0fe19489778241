import { describe, expect, it } from 'vitest';
import {
  decideLink,
  isGesture,
  LINKS,
  type LinkState,
  schemeVerdict,
} from '../../../../electron/shell/window/externalLinks.policy.ts';

const NO_LINKS: LinkState = { gestureAt: null, opened: [] };
const URL_ = 'https://example.com/a';

describe('the scheme of a link', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['http://127.0.0.1:1/', 'http://127.0.0.1:1/'],
    ['HTTPS://Example.com', 'https://example.com/'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['mailto:a@example.com?subject=x&body=y', 'mailto:a@example.com?subject=x&body=y'],
    ['tel:+49-30-1234', 'tel:+49-30-1234'],
    // A mail link is rebuilt.
    ['mailto:?To=a@example.com&cc=b@example.com', 'mailto:a@example.com?cc=b@example.com'],
    [
      'mailto:a+b@example.com,%20c@example.com?subject=a+b',
      'mailto:a%2Bb@example.com,c@example.com?subject=a%2Bb',
    ],
    [
      'mailto:?subject=1&subject=Gr%C3%BC%C3%9Fe, 100% "so"&body=',
      'mailto:?subject=Gr%C3%BC%C3%9Fe%2C%20100%25%20%22so%22',
    ],
    ['mailto:?body=a%0D%0Ab', 'mailto:?body=a%0D%0Ab'],
    [
      "mailto:?subject=Hi,attachment='/etc/passwd'",
      'mailto:?subject=Hi%2Cattachment%3D%27%2Fetc%2Fpasswd%27',
    ],
    ["mailto:?subject='(!*~)", 'mailto:?subject=%27%28%21%2A~%29'],
    ['mailto:?in-reply-to=%3C1@example.com%3E', 'mailto:?in-reply-to=%3C1%40example.com%3E'],
  ])('%s is opened', (address, open) => {
    expect(schemeVerdict(address)).toEqual({ open });
  });

  it.each([
    ['javascript:alert(1)', 'javascript:'],
    ['file:///etc/passwd', 'file:'],
    ['data:text/html,x', 'data:'],
    ['smb://host/share', 'smb:'],
    ['ms-msdt:/id', 'ms-msdt:'],
    ['search-ms:query=x', 'search-ms:'],
    ['app://shell/', 'app:'],
    ['holdfast://open/', 'holdfast:'],
    ['about:blank', 'about:'],
    ['mailto:a@example.com?attach=/etc/passwd', 'attach'],
    ['mailto:a@example.com?Attachment=/etc/passwd', 'attachment'],
    ['mailto:a%27,attachment=%27/etc/passwd@example.com', 'unusual'],
    ["mailto:?cc=a'b@example.com", 'unusual'],
    ['mailto:a\\x27@example.com', 'unusual'],
    ['mailto:?bcc=a%0Ab@example.com', 'unusual'],
    ['mailto:%22a b%22@example.com', 'unusual'],
    ['mailto:a@example.com?subject=x%0Aattach=y', 'unusual'],
    ['mailto:a@example.com?%61ttach=/etc/passwd', 'attach'],
    ['nonsense', 'invalid'],
    ['', 'invalid'],
  ])('%s is refused: %s', (address, why) => {
    expect(schemeVerdict(address)).toEqual({ refused: expect.stringContaining(why) });
  });
});

describe('a link', () => {
  const pressed = (gestureAt: number): LinkState => ({ ...NO_LINKS, gestureAt });

  it('opens after a press, once for each', () => {
    const first = decideLink(pressed(1_000), URL_, 1_010);
    expect(first.verdict).toEqual({ open: URL_ });
    expect(decideLink(first.state, URL_, 1_020).verdict).toEqual({
      refused: expect.stringContaining('click'),
    });
    const again = { ...first.state, gestureAt: 1_030 };
    expect(decideLink(again, URL_, 1_040).verdict).toEqual({ open: URL_ });
  });

  it('is refused without a recent press', () => {
    expect(decideLink(NO_LINKS, URL_, 0).verdict).toHaveProperty('refused');
    expect(decideLink(pressed(0), URL_, LINKS.gestureMs).verdict).toHaveProperty('open');
    expect(decideLink(pressed(0), URL_, LINKS.gestureMs + 1).verdict).toHaveProperty('refused');
  });

  it('refused for its scheme does not use up the press', () => {
    const { state } = decideLink(pressed(0), 'file:///etc/passwd', 1);
    expect(decideLink(state, URL_, 2).verdict).toHaveProperty('open');
  });

  it('opens again once the first of three is a second old', () => {
    const opened = Array.from({ length: LINKS.most }, (_, at) => at);
    const at = (now: number) => decideLink({ gestureAt: now, opened }, URL_, now).verdict;
    expect(at(LINKS.windowMs - 1)).toHaveProperty('refused');
    expect(at(LINKS.windowMs)).toHaveProperty('open');
  });

  it('opens at most three times in a second, each with its own press', () => {
    let state = NO_LINKS;
    const opened = Array.from({ length: LINKS.most + 1 }, (_, now) => {
      const decision = decideLink({ ...state, gestureAt: now }, URL_, now);
      ({ state } = decision);
      return 'open' in decision.verdict;
    });
    expect(opened).toEqual([true, true, true, false]);
  });
});

it('a press is a gesture, a movement is not', () => {
  const moves = [
    'mouseUp',
    'mouseMove',
    'mouseWheel',
    'mouseEnter',
    'gestureScrollUpdate',
    'pointerMove',
    '',
  ];
  const presses = ['mouseDown', 'rawKeyDown', 'touchEnd', 'gestureTap'];
  expect([...moves, ...presses].filter(isGesture)).toEqual(presses);
});
