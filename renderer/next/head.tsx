/** `next/head` for pages written for the framework: the last of several equal tags wins. */
import {
  Children,
  cloneElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useId,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';

type Element = ReactElement<Record<string, unknown>>;
interface HeadTag {
  owner: string;
  element: Element;
}

/** The elements of each mounted Head, in mount order. */
const heads = new Map<string, Element[]>();
const listeners = new Set<() => void>();
let shown: readonly HeadTag[] = [];

function change(owner: string, elements: Element[] | undefined): void {
  if (elements) heads.set(owner, elements);
  else heads.delete(owner);
  shown = lastOfEach([...heads].flatMap(([owner, all]) => all.map((element) => ({ owner, element }))));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export default function Head({ children }: { children?: ReactNode }) {
  const owner = useId();
  useLayoutEffect(() => change(owner, flat(children)), [owner, children]);
  useLayoutEffect(() => () => change(owner, undefined), [owner]);
  const own = useSyncExternalStore(subscribe, () => shown).filter((one) => one.owner === owner);
  const { nonce } = document.querySelector<HTMLElement>('meta[property="csp-nonce"]') ?? {};
  return createPortal(
    own.map(({ element }, index) => (
      <Fragment key={element.key ?? index}>
        {element.type === 'style' ? cloneElement(element, { nonce }) : element}
      </Fragment>
    )),
    document.head,
  );
}

function flat(children: ReactNode): Element[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<Record<string, unknown>>(child)) return [];
    return child.type === Fragment ? flat(child.props.children as ReactNode) : [child];
  });
}

/** Keeps the last tag with each key, and the last of tags that a document has once. */
function lastOfEach(all: readonly HeadTag[]): HeadTag[] {
  const seen = new Set<string>();
  return all
    .toReversed()
    .filter(({ element }) => {
      const marks = marksOf(element);
      const isSeen = marks.some((mark) => seen.has(mark));
      for (const mark of marks) seen.add(mark);
      return !isSeen;
    })
    .toReversed();
}

/** Returns what makes a tag unique in a document: its key, a title, a charset, a name. `property` may repeat. */
function marksOf({ type, key, props }: Element): string[] {
  // React puts the key from the code after a dollar sign.
  if (key?.includes('$')) return [`key ${key.slice(key.indexOf('$'))}`];
  if (type === 'title' || type === 'base') return [type];
  if (type !== 'meta') return [];
  const { charSet, httpEquiv, itemProp, name } = props;
  if (charSet !== undefined) return ['charset'];
  const found = Object.entries({ name, httpEquiv, itemProp }).find(([, value]) => value !== undefined);
  return found ? [found.join(' ')] : [];
}
