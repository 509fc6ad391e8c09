import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { DataProvider } from './lib/data/data-provider';
import { SessionProvider } from './lib/session/session';
import { getSession } from './lib/session/session-store';
import { AppRoutes, loadPageAhead } from './routes';
import { ToastRegion } from './shell/toast-region';
import './index.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

if (getSession().token !== null) loadPageAhead(location.pathname).catch(() => undefined);

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <DataProvider>
        <SessionProvider>
          <AppRoutes />
        </SessionProvider>
      </DataProvider>
    </BrowserRouter>
    <ToastRegion />
  </StrictMode>,
);
