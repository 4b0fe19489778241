/** The frames of a page, and which of them are loading. */

export interface Frame {
  id: string;
  /** Electron's number for a frame. */
  routingId: number;
  parent: Frame | undefined;
  /** As the app knows it. Empty before the first document. */
  url: string;
  name: string;
  /** The error document of a load that failed. */
  isError: boolean;
}

export class FrameTree {
  readonly main: Frame;
  private readonly frames = new Map<string, Frame>();
  private readonly loading = new Set<Frame>();
  private lastRoutingId = 0;

  /** The main frame is there before Chromium's page and its id are. */
  constructor() {
    this.main = this.add('', undefined);
  }
  setMainId(id: string): void {
    this.frames.delete(this.main.id);
    this.main.id = id;
    this.frames.set(id, this.main);
  }

  private add(id: string, parent: Frame | undefined): Frame {
    const frame = { id, routingId: ++this.lastRoutingId, parent, url: '', name: '', isError: false };
    this.frames.set(id, frame);
    return frame;
  }

  get(id: string): Frame | undefined {
    return this.frames.get(id);
  }
  attach(id: string, parentId: string): void {
    const parent = this.frames.get(parentId);
    if (parent && !this.frames.has(id)) this.add(id, parent);
  }
  detach(id: string): void {
    if (id === this.main.id) return;
    for (const child of this.children(id)) this.detach(child.id);
    this.frames.delete(id);
  }
  has(frame: Frame): boolean {
    return this.frames.get(frame.id) === frame;
  }
  children(id: string): Frame[] {
    return [...this.frames.values()].filter((frame) => frame.parent?.id === id);
  }

  /** Each returns true when the page as a whole began or stopped loading by it. */
  startLoading(frame: Frame): boolean {
    const wasQuiet = this.loading.size === 0;
    this.loading.add(frame);
    return wasQuiet;
  }
  stopLoading(frame: Frame): boolean {
    return this.loading.delete(frame) && this.loading.size === 0;
  }
  stopAll(): boolean {
    const wasLoading = this.loading.size > 0;
    this.loading.clear();
    return wasLoading;
  }
  isLoading(): boolean {
    return this.loading.size > 0;
  }
  isMainLoading(): boolean {
    return this.loading.has(this.main);
  }
}
