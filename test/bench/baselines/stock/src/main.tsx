import * as Sentry from '@sentry/electron/renderer';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

Sentry.init({
  integrations: [Sentry.browserTracingIntegration(), Sentry.replayIntegration()],
  tracesSampleRate: 1,
  // The app's own server, which the SDK's documentation says to name.
  tracePropagationTargets: ['127.0.0.1'],
  replaysSessionSampleRate: 1,
  replaysOnErrorSampleRate: 1,
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
