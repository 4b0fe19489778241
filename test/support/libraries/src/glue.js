/** `(module (func (export "f") (result i32) i32.const 42))` */
const WASM = [
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7f, 3, 2, 1, 0, 7, 5, 1, 1, 0x66, 0, 0],
  ...[0x0a, 6, 1, 4, 0, 0x41, 0x2a, 0x0b],
];

globalThis.onmessage = async () => {
  const { instance } = await WebAssembly.instantiate(new Uint8Array(WASM));
  try {
    postMessage(new Function('f', 'return f()')(instance.exports.f));
  } catch (error) {
    postMessage(String(error));
  }
};
