import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../lib/data/data-provider';
import { SIMULATED } from '../../testing/samples';
import { SimulatedMode } from './simulated-mode';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [{ isShort: false }, 'Modo simulado· Amazon'],
  [{ isShort: true }, 'Modo simulado'],
])('names the one simulated marketplace where there is room: %o', async (props, text) => {
  const data = { ...SIMULATED, mercadolivre: { modo: 'real', conexao: null } };
  vi.stubGlobal('fetch', async () => Response.json([{ result: { data } }]));
  render(
    <MemoryRouter>
      <DataProvider>
        <SimulatedMode {...props} />
      </DataProvider>
    </MemoryRouter>,
  );
  expect((await screen.findByRole('link')).textContent).toBe(text);
});
