import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import sparticuz from '@sparticuz/chromium';

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of a Chromium: the one CHROMIUM_PATH names, else an installed one, else the one from the development packages. */
export async function findBrowser(): Promise<string> {
  return process.env['CHROMIUM_PATH'] || (await findInstalled()) || (await sparticuz.executablePath());
}

async function findInstalled(): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of INSTALLED) {
      const path = join(folder, name);
      if (await isExecutable(path)) return path;
    }
  }
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
