import { expect } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { signInAs } from '../page/session';
import { DEMO, test } from '../servers/demo';
import { DESKTOP, expectTouchable, NARROW, TABLETS, Visitor } from './visit';

const VISITOR_PAGES = ['/login', '/pricing', '/nao-existe', '/login?aba=registrar'];
const MAIN_PAGES = ['/integracao', '/pricing', '/checkout/top'];
const OTHER_PAGES = [
  '/pedidos?periodo=datas&de=2026-01-01',
  '/tutorial',
  '/configuracoes/assinatura',
  '/configuracoes/conta',
  '/nao-existe',
];

// As in seller-screens.test.ts.
test.describe.configure({ mode: 'parallel' });

test('those of a visitor, and the registration with refused fields', async ({ page }) => {
  const visitor = await Visitor.of(page);
  await visitor.inspects('/esqueci-senha');
  // Without a mail server the page says that the administrator must configure it.
  await expect(
    page.getByText(/^Este servidor não envia e-mails: o administrador precisa configurar/),
  ).toBeVisible();
  for (const path of VISITOR_PAGES) await visitor.inspects(path);
  await page.getByRole('button', { name: 'Criar Conta' }).click();
  await expect(page.getByText('Campo obrigatório').first()).toBeVisible();
  await expectAccessible(page, 'registration with errors');
});

test('those of plan, marketplaces and settings', { tag: '@release' }, async ({ page }) => {
  await signInAs(page, DEMO.seller);
  const visitor = await Visitor.of(page);
  for (const path of MAIN_PAGES) await visitor.inspects(path, [DESKTOP, ...TABLETS]);
  for (const path of OTHER_PAGES) await visitor.inspects(path);
  await visitor.inspects('/admin');
  await expect(page.getByRole('main').getByText('Só administradores')).toBeVisible();
  await visitor.inspects('/configuracoes/custos');
  await visitor.isOnPhone();
  await expectTouchable(page, '/configuracoes/custos');
  await visitor.inspects('/configuracoes/chaves-api');
  await visitor.inspects('/configuracoes/atividade');

  await test.step('on a phone the chosen page of the settings is in sight', async () => {
    await visitor.isOnPhone();
    await visitor.opens('/configuracoes/chaves-api');
    await expect(
      page.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: 'Chaves de API' }),
    ).toBeInViewport({ ratio: 1 });
  });

  await test.step('nothing in the bar moves when it says what is simulated', async () => {
    const place = async () => (await page.getByRole('button', { name: 'Buscar em tudo' }).boundingBox())?.x;
    await expect(page.getByRole('link', { name: 'Modo simulado' })).toBeVisible();
    const beside = await place();
    await page.route('**/trpc/**integrations.status**', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Modo simulado' })).toHaveCount(0);
    expect(await place()).toBe(beside);
  });
});

test('those of an admin, and a question on a phone', { tag: '@release' }, async ({ page }) => {
  await signInAs(page, DEMO.admin);
  const visitor = await Visitor.of(page);
  await visitor.inspects('/admin?aba=pagamentos', [DESKTOP, NARROW]);
  await visitor.inspects('/admin', [DESKTOP, NARROW]);
  await page.getByRole('button', { name: 'Tornar Admin' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'question');
  await visitor.isOnPhone();
  await visitor.opens('/admin?aba=auditoria');
  await expect(page.getByRole('tab', { name: 'Auditoria', selected: true })).toBeInViewport({ ratio: 1 });
});
