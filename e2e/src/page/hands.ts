import type { Locator, Page } from '@playwright/test';

/** Whose every click, key, choice and typed text counts as one action. */
export class Hands {
  actions = 0;

  click(target: Locator): Promise<void> {
    this.actions += 1;
    return target.click();
  }

  fill(target: Locator, text: string): Promise<void> {
    this.actions += 1;
    return target.fill(text);
  }

  choose(target: Locator, option: string): Promise<string[]> {
    this.actions += 1;
    return target.selectOption(option);
  }

  press({ keyboard }: Page, key: string): Promise<void> {
    this.actions += 1;
    return keyboard.press(key);
  }

  type({ keyboard }: Page, text: string): Promise<void> {
    this.actions += 1;
    return keyboard.type(text);
  }
}
