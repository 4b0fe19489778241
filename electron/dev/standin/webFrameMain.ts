/** Electron's WebFrameMain: a frame of a page as main sees it. */
import { EventEmitter } from 'node:events';
import type { Frame, FrameTree } from './frames.ts';
import { notImplemented, type Shared, strict } from './strict.ts';
import { originOf } from './urls.ts';

/** What a frame needs of its page. */
export interface FrameHost {
  readonly id: number;
  readonly frames: FrameTree;
  /** Whether the page's process is gone. */
  isCrashed(): boolean;
  isDestroyed(): boolean;
  faceOf(frame: Frame): Electron.WebFrameMain;
  sendToMainFrame(channel: string, args: unknown[]): void;
  evaluate(code: string, userGesture: boolean): Promise<unknown>;
  collectCallStack(): Promise<string | undefined>;
}

class WebFrameMain extends EventEmitter {
  readonly frameTreeNodeId: number;
  private readonly host: FrameHost;
  private readonly frame: Frame;

  constructor(host: FrameHost, frame: Frame) {
    super();
    this.host = host;
    this.frame = frame;
    this.frameTreeNodeId = frame.routingId;
  }
  private get isGone(): boolean {
    const { host, frame } = this;
    return host.isDestroyed() || host.isCrashed() || !host.frames.has(frame);
  }
  private get live(): Frame {
    if (this.isGone) throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    return this.frame;
  }
  private onlyMain(what: string): void {
    if (this.frame !== this.host.frames.main)
      throw notImplemented(`webFrameMain.${what} of a frame in a page`);
  }
  private face = (frame: Frame): Electron.WebFrameMain => this.host.faceOf(frame);

  isDestroyed = (): boolean => this.isGone;
  get detached(): boolean {
    return this.isGone;
  }
  get url(): string {
    return this.live.url;
  }
  get origin(): string {
    return this.live.isError ? 'null' : originOf(this.live.url);
  }
  get name(): string {
    return this.live.name;
  }
  get processId(): number {
    return this.live && this.host.id;
  }
  get routingId(): number {
    return this.live.routingId;
  }
  get parent(): Electron.WebFrameMain | null {
    return this.live.parent ? this.face(this.live.parent) : null;
  }
  get top(): Electron.WebFrameMain | null {
    return this.live && this.face(this.host.frames.main);
  }
  get frames(): Electron.WebFrameMain[] {
    return this.host.frames.children(this.live.id).map(this.face);
  }
  get framesInSubtree(): Electron.WebFrameMain[] {
    const all = (frame: Frame): Frame[] => [frame, ...this.host.frames.children(frame.id).flatMap(all)];
    return all(this.live).map(this.face);
  }

  send(channel: string, ...args: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument');
    this.onlyMain('send');
    try {
      this.host.sendToMainFrame(this.live && channel, args);
    } catch (error) {
      console.error('Error sending from webFrameMain: ', error);
    }
  }
  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    this.onlyMain('executeJavaScript');
    return await this.host.evaluate(this.live && code, userGesture);
  }
  async collectJavaScriptCallStack(): Promise<string | undefined> {
    this.onlyMain('collectJavaScriptCallStack');
    return await (this.live && this.host.collectCallStack());
  }
}

/** The frame as the app sees it. */
export function makeFrameFace(host: FrameHost, frame: Frame): Electron.WebFrameMain {
  const face = strict(new WebFrameMain(host, frame), 'webFrameMain');
  return face satisfies Omit<
    Shared<WebFrameMain, Electron.WebFrameMain>,
    'collectJavaScriptCallStack'
  > as unknown as Electron.WebFrameMain;
}
