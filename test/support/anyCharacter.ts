import fc from 'fast-check';

/** Any code point except surrogates. fast-check's unit `binary` is the same, but takes a second to set up. */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0, max: 0xff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));
