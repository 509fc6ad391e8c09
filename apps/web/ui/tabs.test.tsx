import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Tabs } from './tabs';

function Example() {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a');
  const tabs = (['a', 'b', 'c'] as const).map((name) => ({ value: name, label: `Aba ${name}` }));
  return (
    <Tabs label="Exemplo" value={value} onValueChange={setValue} tabs={tabs}>
      conteúdo de {value}
    </Tabs>
  );
}

it('shows the panel of the chosen tab, named by it', () => {
  render(<Example />);
  fireEvent.click(screen.getByRole('tab', { name: 'Aba b' }));
  expect(screen.getByRole('tabpanel', { name: 'Aba b' }).textContent).toBe('conteúdo de b');
  expect(screen.queryByRole('tab', { name: 'Aba b', selected: true })).not.toBeNull();
});

it('moves with the arrows, round and round, and keeps one tab stop', () => {
  render(<Example />);
  const press = (name: string, key: string) => fireEvent.keyDown(screen.getByRole('tab', { name }), { key });
  press('Aba a', 'ArrowLeft');
  expect(document.activeElement?.textContent).toBe('Aba c');
  press('Aba c', 'ArrowRight');
  expect(document.activeElement?.textContent).toBe('Aba a');
  press('Aba a', 'End');
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, -1, 0]);
});
