import { expect, it } from 'vitest';
import { textOf } from '../../../../electron/dev/standin/console.ts';

it.each([
  [{ type: 'string', value: 'text' }, 'text'],
  [{ type: 'number', value: 0, description: '0' }, '0'],
  [{ type: 'number', unserializableValue: '-0', description: '-0' }, '-0'],
  [{ type: 'boolean', value: false }, 'false'],
  [{ type: 'undefined' }, 'undefined'],
  [{ type: 'object', subtype: 'null', value: null }, 'null'],
  [{ type: 'object', className: 'Object', description: 'Object' }, '[object Object]'],
  [{ type: 'object', subtype: 'error', description: 'Error: no\n    at a.js:1' }, 'Error: no'],
  [
    {
      type: 'object',
      subtype: 'array',
      preview: { overflow: false, properties: [{ value: '1' }, { value: 'b' }] },
    },
    '1,b',
  ],
])('the console’s argument %j is written as String() makes it: %s', (arg, text) => {
  expect(textOf(arg)).toBe(text);
});
