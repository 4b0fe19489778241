import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { notImplemented, strict, strictClass } from '../../../../electron/dev/standin/strict.ts';

class Thing extends EventEmitter {
  readonly id = 7;
  name = 'thing';
  destroyed = false;
  isDestroyed() {
    return this.destroyed;
  }
  describe() {
    return `${this.name} ${this.destroyed}`;
  }
}

describe('an object of the stand-in', () => {
  it('throws for what it has not got, read or set, and says what that is', () => {
    const app = strict({ name: 'x' }, 'app') as { name: string; dock?: unknown };
    expect(() => app.dock).toThrow('stand-in: app.dock is not implemented');
    expect(() => {
      app.dock = 1;
    }).toThrow('stand-in: app.dock is not implemented');
    expect(notImplemented('app.dock').message).toBe('stand-in: app.dock is not implemented');
  });

  it('gives and takes what it has, also when that is undefined', () => {
    const app = strict({ name: undefined as string | undefined }, 'app');
    expect(app.name).toBeUndefined();
    app.name = 'y';
    expect(app.name).toBe('y');
  });

  it('can be awaited, written as JSON and printed', async () => {
    const app = strict({ name: 'x' }, 'app');
    expect(await app).toBe(app);
    expect(JSON.stringify(app)).toBe('{"name":"x"}');
    expect(`${app}`).toBe('[object Object]');
  });

  it('keeps its methods the same, and they work taken alone', () => {
    const thing = strict(new Thing(), 'thing');
    const { describe } = thing;
    expect(describe()).toBe('thing false');
    expect(thing.describe).toBe(describe);
  });

  it('emits events with itself as `this`', () => {
    const thing = strict(new Thing(), 'thing');
    let heard: unknown;
    thing.on('told', function (this: unknown) {
      heard = this;
    });
    thing.emit('told');
    expect(heard).toBe(thing);
  });
});

describe('a destroyed object', () => {
  const thing = strict(new Thing(), 'thing', () => true);

  it('throws in Electron’s words when it is used', () => {
    expect(() => thing.describe()).toThrow(new TypeError('Object has been destroyed'));
    expect(() => {
      thing.name = 'other';
    }).toThrow('Object has been destroyed');
  });

  it('still answers to id and isDestroyed, and lets go of listeners', () => {
    expect(thing.id).toBe(7);
    expect(thing.isDestroyed()).toBe(false);
    expect(thing.removeAllListeners()).toBe(thing);
  });
});

describe('a class of the stand-in', () => {
  class Base {
    static made = 0;
    label = 'x';
    constructor() {
      Base.made++;
    }
  }
  const Face = strictClass(Base, 'Menu');

  it('makes instances that are strict, of the class', () => {
    const made = new Face();
    expect(made).toBeInstanceOf(Face);
    expect(made.label).toBe('x');
    expect(() => (made as { popup?: unknown }).popup).toThrow('stand-in: Menu.popup is not implemented');
  });

  it('is strict itself', () => {
    expect(Face.made).toBeGreaterThan(0);
    expect(() => (Face as { other?: unknown }).other).toThrow('stand-in: Menu.other is not implemented');
  });
});
