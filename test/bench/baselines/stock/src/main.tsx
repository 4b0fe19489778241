/** The page that a path without a page has, with the same words and look as Holdfast's; it comes with the script. */
import '../../../../../renderer/error/error.css';
import * as Sentry from '@sentry/electron/renderer';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { httpFault } from '../../../../../electron/shared/fault.ts';
import { textOf } from '../../../../../electron/shared/faultText.ts';
import { ICONS } from '../../../../../electron/shared/icons.ts';
import { ErrorPage } from '../../../../../renderer/error/ErrorPage.tsx';

Sentry.init({
  integrations: [Sentry.browserTracingIntegration(), Sentry.replayIntegration()],
  tracesSampleRate: 1,
  replaysSessionSampleRate: 1,
  replaysOnErrorSampleRate: 1,
});

const text = textOf(httpFault(404, location.pathname, Date.now()));
const words = 'This page doesn’t exist or has moved.';
const ways = [{ name: 'retry', text: 'Try again', href: location.href }];
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorPage text={text} icon={ICONS.file} words={words} ways={ways} help={[]} details="" />
  </StrictMode>,
);
