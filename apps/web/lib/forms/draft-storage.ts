/** What was typed into a form and not saved. */
export interface Draft {
  /** The fields that were changed, by name. */
  values: Record<string, unknown>;
  /** What the record had in these fields when the form was opened; absent of a new record. */
  base?: Record<string, unknown> | undefined;
}

const PREFIX = 'rascunho:';

/** Drafts live in this tab and are one seller's; storage can be forbidden, then there are none. */
export function readDraft(owner: string, form: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(keyOf(owner, form)) ?? 'null');
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

export function writeDraft(owner: string, form: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(owner, form), JSON.stringify(draft));
  } catch {
    // Full or forbidden: the form itself still holds what was typed.
  }
}

export function removeDraft(owner: string, form: string): void {
  try {
    sessionStorage.removeItem(keyOf(owner, form));
  } catch {
    // Nothing was stored.
  }
}

/** Whoever signs out by hand leaves nothing behind. */
export function removeAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

function keyOf(owner: string, form: string): string {
  return `${PREFIX}${owner}:${form}`;
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'values' in value && typeof value.values === 'object';
}
