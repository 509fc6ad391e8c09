import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { describePixKey } from './describe-pix-key';
import { PaymentData } from './payment-data';

const show = (dados_pagamento: string, amount = 400) =>
  render(
    <MemoryRouter>
      <PaymentData supplier={{ id: 's', nome: 'Atacado Sul', dados_pagamento }} amount={amount} />
    </MemoryRouter>,
  );

it.each([0, 400])('makes no code of a key that goes on, and says so, with R$ %i to pay', (amount) => {
  show('Pix: contato@loja.com.br_filial SP', amount);
  expect(screen.getByText(/^Não reconhecemos a chave Pix/)).toBeTruthy();
  expect(screen.queryByText('Pix copia e cola')).toBeNull();
  expect(screen.getByText('Pix: contato@loja.com.br_filial SP')).toBeTruthy();
});

it('does not miss a key where none is named', () => {
  show('Banco 341, agência 0456, conta 12345-6');
  expect(screen.queryByText(/Não reconhecemos/)).toBeNull();
});

it('says which key is recognised', () => {
  show('Pix: contato@loja.com.br');
  expect(screen.getByText('contato@loja.com.br')).toBeTruthy();
  expect(screen.queryByText(/Não reconhecemos/)).toBeNull();
});

it.each([
  ['Pix: 12.abc.345/01de-35', 'Chave Pix reconhecida: CNPJ 12ABC34501DE35'],
  ['Pix: 12.abc.345/01de-36', expect.stringMatching(/^Não reconhecemos a chave Pix/)],
  ['', undefined],
])('tells who types %j', (text, told) => {
  expect(describePixKey(text)).toEqual(told);
});
