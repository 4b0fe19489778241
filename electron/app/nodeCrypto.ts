/** Node's crypto, loaded on first use: it takes 1.5 ms or more, and a start needs none of it. */
export const nodeCrypto = () => process.getBuiltinModule('node:crypto');
