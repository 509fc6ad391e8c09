import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { expect, it } from 'vitest';
import { Dialog, DialogBody } from '../ui/overlays/dialog';
import { lazyDialog } from './lazy-dialog';

interface NoteDialogProps {
  name: string;
  onClose: () => void;
}

const NoteDialog = ({ name, onClose }: NoteDialogProps) => (
  <Dialog open onOpenChange={onClose} title={`Nota de ${name}`}>
    <DialogBody>Texto</DialogBody>
  </Dialog>
);

type Note = { NoteDialog: typeof NoteDialog };

function Page({ Note }: { Note: ComponentType<NoteDialogProps> }) {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Anotar
      </button>
      {open && <Note name="Ana" onClose={() => setOpen(false)} />}
    </main>
  );
}

/** A page with a button that opens a dialog whose code comes when the test says so. */
function openPage() {
  const code = { arrives: () => {}, fails: () => {} };
  const load = () =>
    new Promise<Note>((resolve, reject) => {
      code.arrives = () => resolve({ NoteDialog });
      code.fails = () => reject(new Error('Sem rede'));
    });
  render(<Page Note={lazyDialog(load, 'NoteDialog', { title: ({ name }) => `Nota de ${name}` })} />);
  const opener = screen.getByRole('button', { name: 'Anotar' });
  opener.focus();
  fireEvent.click(opener);
  return { opener, code };
}

const getFrame = () => screen.getByRole('dialog', { name: 'Nota de Ana, carregando' });

it('a dialog shows its frame with the click, takes the focus, and gives it back when it is closed again', () => {
  const { opener } = openPage();
  const frame = getFrame();
  expect(frame.contains(screen.getByRole('heading', { name: 'Nota de Ana' }))).toBe(true);
  expect(document.activeElement).toBe(frame);
  fireEvent.keyDown(frame, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('the dialog takes the place of its frame, and knows what opened it', async () => {
  const { opener, code } = openPage();
  getFrame();
  code.arrives();
  const dialog = await screen.findByRole('dialog', { name: 'Nota de Ana' });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it('the frame says that the code of a dialog does not arrive, and can be closed', async () => {
  const { code } = openPage();
  code.fails();
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Não foi possível abrir\. Verifique sua conexão\./,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
