import type { Page } from '@playwright/test';

interface Account {
  email: string;
  senha: string;
}

/** Signed in without the form, on whichever page comes next. */
export async function signInAs(page: Page, account: Account): Promise<void> {
  await storeToken(page, await fetchToken(page, account));
}

export async function fetchToken(page: Page, account: Account): Promise<string> {
  const response = await page.request.post('/api/auth/login', { data: account });
  const { access_token }: { access_token: string } = await response.json();
  return access_token;
}

/** Puts a token where the app looks for it. The app itself need not run for that. */
export async function storeToken(page: Page, token: string): Promise<void> {
  if (!page.url().startsWith('http')) await page.goto('/api/health');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
}

export function readToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'));
}
