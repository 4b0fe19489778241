import { describe, expect, it } from 'vitest';
import { isActive, sniffImage } from '../../../../electron/webapp/images/sniff.ts';
import { png } from './images.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('the type of an image', () => {
  it.each([
    ['image/png', png(1)],
    ['image/jpeg', latin('\xff\xd8\xff\xe0')],
    ['image/gif', latin('GIF87a')],
    ['image/gif', latin('GIF89a')],
    ['image/webp', latin('RIFF\x01\x02\x03\x04WEBPVP8 ')],
    ['image/avif', latin('\0\0\0\x1cftypavif')],
    ['image/avif', latin('\0\0\0\x1cftypavis')],
    ['image/bmp', latin('BM\x01')],
    ['image/x-icon', latin('\0\0\x01\0\x01')],
    ['image/svg+xml', latin('<svg xmlns="…">')],
    [
      'image/svg+xml',
      Buffer.from('\uFEFF <?xml version="1.0"?>\n<!-- <p> -->\n<!DOCTYPE svg [<!ENTITY a "b">]> <svg/>'),
    ],
  ])('%s is known by its first bytes', (type, body) => {
    expect(sniffImage(body)).toBe(type);
  });

  it.each([
    '',
    'B',
    'RIFF\x01\x02\x03\x04WAVE',
    '<!doctype html><svg>',
    '<html><svg></svg></html>',
    '<svgx>',
    '%PDF-1.7',
    '\0\0\0\x1cftypheic',
    '{"svg":"<svg>"}',
    'MZ\x90',
  ])('%j is none', (text) => {
    expect(sniffImage(latin(text))).toBeUndefined();
  });

  it('is found in time also for a long start that is nearly an SVG', () => {
    expect(sniffImage(Buffer.from(`${'<!--'.repeat(200_000)}`))).toBeUndefined();
    expect(sniffImage(Buffer.from(`${'<?x ?>\n '.repeat(100_000)}`))).toBeUndefined();
  });

  it('tells which can hold scripts', () => {
    expect(isActive('image/svg+xml')).toBe(true);
    expect(isActive('image/png')).toBe(false);
  });
});
