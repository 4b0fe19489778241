/** `next/app` for a `_app` written as a class. */
import { Component } from 'react';
import type { AppProps } from '../data/pageModule.ts';

export default class App extends Component<AppProps> {
  override render() {
    const { Component: Page, pageProps } = this.props;
    return <Page {...pageProps} />;
  }
}
