/** `next/head` for pages that were written for the framework: React itself moves title, meta and link to the head. */
export { Fragment as default } from 'react';
