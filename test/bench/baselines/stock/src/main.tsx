/** The page that a path without a page has, with the same words and look as Holdfast's; it comes with the script. */
import '../../../../../renderer/error/error.css';
import * as Sentry from '@sentry/electron/renderer';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { httpFault, textOf } from '../../../../../electron/shared/fault.ts';
import { ErrorPage } from '../../../../../renderer/error/ErrorPage.tsx';

Sentry.init({
  integrations: [Sentry.browserTracingIntegration(), Sentry.replayIntegration()],
  tracesSampleRate: 1,
  replaysSessionSampleRate: 1,
  replaysOnErrorSampleRate: 1,
});

const text = textOf(httpFault(404, location.pathname, Date.now()), location.hostname);
const words = 'There is no page at this address.';
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorPage text={text} words={words} retry={location.href} report="" details="" />
  </StrictMode>,
);
