import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SearchForm } from './search-form';

const form = (value: string, onSearch: (text: string) => void) => (
  <>
    <SearchForm label="Buscar produtos" placeholder="" value={value} onSearch={onSearch} />
    <textarea aria-label="outro campo" />
    <input type="checkbox" aria-label="caixa" />
    <input type="radio" aria-label="opção" />
    <button type="button">botão</button>
  </>
);

it('searches for the trimmed text on submit, and for nothing when cleared', () => {
  const search = vi.fn();
  render(form('', search));
  fireEvent.change(screen.getByLabelText('Buscar produtos'), { target: { value: '  fone ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Buscar' }));
  expect(search).toHaveBeenLastCalledWith('fone');
  fireEvent.click(screen.getByRole('button', { name: 'Limpar busca' }));
  expect(search).toHaveBeenLastCalledWith('');
});

it('takes the focus on "/" from the page, but leaves the key to other fields', () => {
  render(form('', vi.fn()));
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByLabelText('Buscar produtos'));
  const other = screen.getByLabelText('outro campo');
  other.focus();
  fireEvent.keyDown(other, { key: '/' });
  expect(document.activeElement).toBe(other);
});

it.each(['caixa', 'opção', 'botão'])('takes the focus on "/" from what types nothing: %s', (name) => {
  render(form('', vi.fn()));
  const element = screen.queryByLabelText(name) ?? screen.getByText(name);
  element.focus();
  fireEvent.keyDown(element, { key: '/' });
  expect(document.activeElement).toBe(screen.getByLabelText('Buscar produtos'));
});

it('follows a search that changed outside: back, forward, a link', () => {
  const { rerender } = render(form('fone', vi.fn()));
  rerender(form('garrafa', vi.fn()));
  expect(screen.getByLabelText<HTMLInputElement>('Buscar produtos').value).toBe('garrafa');
});
