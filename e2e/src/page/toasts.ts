import type { Locator, Page } from '@playwright/test';

/** The toasts on the screen, or those that hold a text. */
export function getToasts(page: Page, text?: string | RegExp): Locator {
  const all = page.getByRole('region', { name: /^Notificações/ }).getByRole('listitem');
  return text === undefined ? all : all.filter({ hasText: text });
}
