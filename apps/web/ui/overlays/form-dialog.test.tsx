import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FormDialog, useUnsaved } from './form-dialog';

function HalfTyped() {
  useUnsaved(true, () => {});
  return <input aria-label="Nome" />;
}

it('the question whether to throw away what was typed dims the form behind it', () => {
  render(
    <FormDialog title="Novo Fornecedor" onClose={() => {}}>
      <HalfTyped />
    </FormDialog>,
  );
  const form = screen.getByRole('dialog', { name: 'Novo Fornecedor' });
  fireEvent.keyDown(screen.getByLabelText('Nome'), { key: 'Escape' });
  const question = screen.getByRole('alertdialog', { name: 'Descartar alterações?' });
  const shade = question.previousElementSibling as Element;
  expect([...shade.classList]).toEqual(
    expect.arrayContaining(['fixed', 'inset-0', 'z-50', 'bg-(--overlay)']),
  );
  // Of one height, what comes later stands above.
  expect(form.classList).toContain('z-50');
  expect(form.compareDocumentPosition(shade)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
