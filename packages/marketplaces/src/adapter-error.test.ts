import { describe, expect, it } from 'vitest';
import { ADAPTER_ERROR_KINDS, AdapterError } from './adapter-error';

describe('AdapterError', () => {
  it('is transient exactly when repeating alone may help', () => {
    const transient = ADAPTER_ERROR_KINDS.filter((kind) => new AdapterError(kind, 'Falhou.').transient);
    expect(transient).toEqual(['auth_expired', 'rate_limited', 'not_ready', 'upstream_unavailable']);
  });

  it('keeps the moment to try again and the cause', () => {
    const retryAt = new Date('2026-11-21T12:00:00Z');
    const cause = new Error('HTTP 429');
    const error = new AdapterError('rate_limited', 'Aguarde.', { retryAt, cause });
    expect(error).toMatchObject({ name: 'AdapterError', message: 'Aguarde.', retryAt, cause });
    expect(new AdapterError('conflict', 'Mudou.').retryAt).toBeNull();
  });
});
