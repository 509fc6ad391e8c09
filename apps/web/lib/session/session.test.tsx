import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataProvider } from '../data/data-provider';
import { readDraft, writeDraft } from '../forms/draft-storage';
import { SessionProvider, useSession } from './session';
import { endSession, getSession, startSession, useStoredSession } from './session-store';

const user = {
  id: 'u1',
  nome: 'Marina',
  email: 'marina@exemplo.com.br',
  plano: null,
  data_expiracao: null,
  is_admin: false,
  ativo: true,
};

const profile = () => Response.json([{ result: { data: user } }]);

function refusal(status: number) {
  const error = { message: 'x', code: -32001, data: { httpStatus: status, detail: 'x', path: 'auth.me' } };
  return () => Response.json([{ error }], { status });
}

function unreachable(): Response {
  throw new TypeError('Failed to fetch');
}

function Probe() {
  const session = useSession();
  return <p>{session.status === 'signed-in' ? session.user.nome : session.status}</p>;
}

function openApp(answer: () => Response) {
  const fetch = vi.fn(async () => answer());
  vi.stubGlobal('fetch', fetch);
  render(
    <DataProvider>
      <SessionProvider>
        <Probe />
      </SessionProvider>
    </DataProvider>,
  );
  return fetch;
}

const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  // As a reload finds it: a token in storage and nothing known about its owner.
  localStorage.setItem('token', 'stored');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
});

afterEach(() => {
  endSession('stored', 'logout');
  endSession('fresh', 'logout');
  vi.useRealTimers();
});

describe('the session check', () => {
  it('signs in whoever the server knows', async () => {
    openApp(profile);
    expect(screen.queryByText('checking')).not.toBeNull();
    await elapse(50);
    expect(screen.queryByText('Marina')).not.toBeNull();
  });

  it.each([401, 403])('ends at once on %d and removes the token', async (status) => {
    const fetch = openApp(refusal(status));
    await elapse(50);
    expect(screen.queryByText('anonymous')).not.toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a 503', refusal(503)],
    ['no answer', unreachable],
  ])('tries again for about five seconds after %s, then counts as failed', async (_, answer) => {
    const fetch = openApp(answer);
    await elapse(4900);
    expect(screen.queryByText('checking')).not.toBeNull();
    expect(fetch).toHaveBeenCalledTimes(4);
    await elapse(200);
    await elapse(50);
    expect(screen.queryByText('anonymous')).not.toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('goes on when a try within those seconds succeeds', async () => {
    const answers = [unreachable, refusal(503), profile];
    openApp(() => (answers.shift() ?? profile)());
    await elapse(2000);
    expect(screen.queryByText('Marina')).not.toBeNull();
    expect(localStorage.getItem('token')).toBe('stored');
  });
});

describe('signing in', () => {
  it('stores the token under the documented key and asks for no profile', async () => {
    endSession('stored', 'logout');
    const fetch = openApp(profile);
    expect(screen.queryByText('anonymous')).not.toBeNull();
    act(() => startSession('fresh', user));
    expect(screen.queryByText('Marina')).not.toBeNull();
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is the one that another tab stored, where the own one is refused before this tab hears of it', async () => {
    localStorage.setItem('token', 'fresh');
    endSession('stored', 'refused');
    expect([getSession().token, localStorage.getItem('token')]).toEqual(['fresh', 'fresh']);
  });

  it('survives a late refusal of the token before', async () => {
    openApp(profile);
    await elapse(50);
    act(() => startSession('fresh', user));
    act(() => endSession('stored', 'refused'));
    expect(localStorage.getItem('token')).toBe('fresh');
  });
});

describe('a session that ends in another tab', () => {
  /** What the other tabs hear of a session that ends in one. */
  function noteEnding(ending: 'logout' | 'refused'): StorageEventInit[] {
    const heard: StorageEventInit[] = [];
    const setItem = vi.spyOn(Storage.prototype, 'setItem');
    const removeItem = vi.spyOn(Storage.prototype, 'removeItem');
    setItem.mockImplementation((key, newValue) => void heard.push({ key, newValue }));
    removeItem.mockImplementation((key) => void heard.push({ key, newValue: null }));
    endSession('stored', ending);
    setItem.mockRestore();
    removeItem.mockRestore();
    return heard;
  }

  const draft = { values: { nome: 'Caneca' } };

  it.each([
    { ending: 'logout', kept: null },
    { ending: 'refused', kept: draft },
  ] as const)('ends here the same way, and only by hand forgets what was typed: $ending', (ended) => {
    const heard = noteEnding(ended.ending);
    useStoredSession.setState({ token: 'stored', opened: 'stored', ending: null });
    writeDraft('u1', 'produto novo', draft);
    localStorage.removeItem('token');
    for (const event of heard) window.dispatchEvent(new StorageEvent('storage', event));
    expect(getSession()).toMatchObject({ token: null, ending: ended.ending });
    expect(readDraft('u1', 'produto novo')).toEqual(ended.kept);
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
