import { expect, it } from 'vitest';
import { failureText, formatSlowest, lateMailText, mailText } from './health-text';

it.each([
  [null, '–'],
  [0, '0 ms'],
  [999, '999 ms'],
  [2_350, '2,4 s'],
  [61_000, '61 s'],
])('the slowest of %s ms reads "%s"', (ms, text) => {
  expect(formatSlowest(ms)).toBe(text);
});

it('tells why a call failed, and which', () => {
  const failure = { em: '2026-11-22T12:00:00Z', motivo: 'timeout', operacao: 'charge' } as const;
  expect(failureText(failure)).toBe('não respondeu a tempo (charge)');
});

it('tells of e-mails that are held up, and of none otherwise', () => {
  const late = (atrasados: number, sem_criptografia = false) => lateMailText({ atrasados, sem_criptografia });
  expect(late(0)).toBeNull();
  expect(late(0, true)).toBeNull();
  expect(late(1)).toMatch(/^1 e-mail não saiu: o servidor de e-mail não responde/);
  expect(late(1_200)).toMatch(/^1\.200 e-mails não saíram: /);
  expect(late(1, true)).toMatch(/^1 e-mail não saiu: .* não oferece criptografia válida \(STARTTLS\)\./);
});

it.each([
  [{ modo: null, na_fila: 0 }, 'Nenhum e-mail é enviado: SMTP_URL não está configurada.'],
  [{ modo: 'log', na_fila: 0 }, 'SMTP_URL não está configurada: os links aparecem no log do servidor.'],
  [{ modo: 'smtp', na_fila: 0 }, 'Nenhum e-mail espera para sair.'],
  [{ modo: 'smtp', na_fila: 1 }, '1 e-mail espera para sair.'],
  [{ modo: 'smtp', na_fila: 3 }, '3 e-mails esperam para sair.'],
] as const)('of e-mails with %o it says "%s"', (health, text) => {
  expect(mailText(health)).toBe(text);
});
