/** The loads of one window: which page is there, and which is on its way. */

/** A load of which nothing has come yet. */
interface Load {
  address: string;
  /** Whether recovery knows of it. */
  ordered: boolean;
  /** What the page was before it. */
  before: Loads['page'];
}

export class Loads {
  /** `none`: nothing is there that could be used. `waiting`: for its data. */
  page: 'none' | 'loading' | 'waiting' | 'ready' = 'none';
  readonly #began: () => void;
  #current: Load | undefined;
  #order: symbol | undefined;

  /** @param began is called when something came, or failed to come, of a load that was not ordered */
  constructor(began: () => void) {
    this.#began = began;
  }

  /** The next load is one that recovery knows of, or one that it does not. Returns a function for its end. */
  order(isOrdered: boolean): () => void {
    const own = Symbol('order');
    this.#order = isOrdered ? own : undefined;
    return () => {
      if (this.#order === own) this.#order = undefined;
    };
  }

  /** A load began. Returns whether it was ordered. */
  start(address: string): boolean {
    const ordered = this.#order !== undefined;
    this.#current = { address, ordered, before: this.#current?.before ?? this.page };
    this.#order = undefined;
    this.page = 'loading';
    return ordered;
  }

  redirect(address: string): void {
    if (this.#current) this.#current.address = address;
  }

  /** Whether a load of another address is on its way. */
  isOther(address: string): boolean {
    return this.#current !== undefined && this.#current.address !== address;
  }

  /** What a page says of itself. Returns whether it is there; while another is on its way, it is the one that is left. */
  says(page: 'ready' | 'waiting'): boolean {
    if (this.#current) this.#current.before = page;
    else this.page = page;
    return !this.#current;
  }

  /** Something came of the load. */
  settle(): void {
    if (this.#current && !this.#current.ordered) this.#began();
    this.#current = undefined;
  }

  /** The page is lost, or will not come. */
  lose(): void {
    this.settle();
    this.page = 'none';
  }

  /**
   * The load, if there is one, was stopped or prevented: what was there before is still there.
   * @param back the page that was there needs no other load
   * @param blank nothing was there; gets a function that says whether that is still so
   */
  giveBack(back: (page: 'ready' | 'waiting') => void, blank: (isStill: () => boolean) => void): void {
    const stopped = this.#current;
    if (!stopped) return;
    this.page = stopped.before;
    if (this.page === 'none') return blank(() => this.#current === stopped);
    this.#current = undefined;
    if (this.page !== 'loading') back(this.page);
  }
}
