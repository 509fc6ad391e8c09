import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ReasonDialog } from './reason-dialog';
import type { MenuAct } from './user-acts';
import { UserMenuButton } from './user-menu-button';

const act = { mutateAsync: async () => undefined, error: null, isPending: false };

function Row() {
  const [picked, setPicked] = useState<MenuAct | null>(null);
  return (
    <>
      <UserMenuButton name="Rui" acts={['extendPlan', 'removeTwoStep']} onPick={setPicked} />
      {picked && (
        <ReasonDialog
          id="u1"
          title={picked}
          description="Rui"
          confirmLabel="Desligar"
          failure="Erro"
          act={act}
          onClose={() => setPicked(null)}
        />
      )}
    </>
  );
}

const getOpener = () => screen.getByRole('button', { name: 'Mais ações para Rui' });

it('opens the dialog of what was picked, which gives the focus back to the button of the menu', async () => {
  render(<Row />);
  fireEvent.click(getOpener());
  // Loaded when it is first wanted; from the second time on it is there at once.
  for (let time = 0; time < 2; time += 1) {
    if (time > 0) fireEvent.keyDown(getOpener(), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Desligar duas etapas' }));
    const dialog = await screen.findByRole('dialog', { name: 'removeTwoStep' });
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Motivo'));
    expect(screen.queryByRole('menu')).toBeNull();
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(getOpener());
  }
});
