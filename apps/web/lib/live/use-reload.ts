import { useState } from 'react';
import { pingServer } from './connection-store';

/**
 * Reloads the page once the server responds. Browsers remember for good that a module did not load, and a newer
 * version names its files differently: both take a reload. Without the server that would end on the browser's own
 * error page.
 */
export function useReload() {
  const [retrying, setRetrying] = useState(false);
  async function retry() {
    setRetrying(true);
    if (await pingServer()) window.location.reload();
    else setRetrying(false);
  }
  return { retry, retrying };
}
