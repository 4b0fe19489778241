/** Node's crypto, loaded on first use: it takes at least 1.5 ms, and a start does not need it. */
export const nodeCrypto = () => process.getBuiltinModule('node:crypto');
