import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLE_SCOPES } from '@esteira/domain/accounts/team';
import { expect, it } from 'vitest';
import { type ProcedurePath, procedureTypeAt } from '../router';
import { PROCEDURE_ACCESS } from './accounts/access-table';

const WEB = new URL('../../web', import.meta.url).pathname;

/** What keeps a control from a role: a mark that styles hide, or the question whether the person may. */
const KEEPS_BACK = {
  changes: /data-changes|useUrlDialog\('\w+', 'changes'\)|useMayDo\('changes'\)/,
  owner: /data-owner|OWNER_PAGES|useUrlDialog\('\w+', 'owner'\)|useMayDo\('owner'\)/,
};

/** What only the owner is shown is kept from 'Leitura' too. */
const FROM_LEITURA = new RegExp(`${KEEPS_BACK.changes.source}|${KEEPS_BACK.owner.source}`);

const ORDER_STEPS = ['features/orders/actions/order-actions.tsx'];
const LISTINGS = [
  'features/products/channels/channel-row.tsx',
  'features/products/channels/real-channel.tsx',
  'features/products/bulk/bulk-bar.tsx',
];

/** For what the web sends and 'Leitura' may not: the files in which its controls are kept back. */
const CHANGES: Partial<Record<ProcedurePath, string[]>> = {
  'costs.editSettings': ['features/costs/costs-form.tsx'],
  'orders.approve': ORDER_STEPS,
  'orders.sendToSupplier': ORDER_STEPS,
  'orders.pay': ORDER_STEPS,
  'orders.markShipped': ORDER_STEPS,
  'orders.markDelivered': ORDER_STEPS,
  'orders.undo': ['features/orders/actions/undo-button.tsx'],
  'orders.liftAttention': ['features/orders/actions/attention-act.tsx'],
  'orders.cancel': ['features/orders/cancelling/cancel-order.tsx'],
  'orders.bulk': [
    'features/orders/bulk/order-bulk-bar.tsx',
    'features/orders/list/order-tick.tsx',
    'features/purchasing/purchase-step-block.tsx',
    'features/purchasing/purchasing-page.tsx',
    'features/purchasing/supplier-head.tsx',
  ],
  'orders.undoBulk': ['features/orders/bulk/order-bulk-bar.tsx', 'features/purchasing/run-report.tsx'],
  'orders.correctCost': ['features/orders/page/costs/cost-panel.tsx'],
  'orders.addNote': ['features/orders/page/order-timeline.tsx'],
  'orders.removeNote': ['features/orders/page/order-timeline.tsx'],
  'orders.submitInvoice': ['features/orders/shipping/order-parcel.tsx'],
  'products.create': ['features/products/list/products-page.tsx'],
  'products.edit': [
    'features/products/list/products-page.tsx',
    'features/products/list/product-card.tsx',
    'features/products/table/product-table.tsx',
  ],
  'products.remove': ['features/products/list/product-card.tsx'],
  'products.applyChange': [
    'features/products/bulk/bulk-bar.tsx',
    'features/products/bulk/bulk-actions-row.tsx',
    'features/products/table/product-table.tsx',
  ],
  'products.undoChange': ['features/products/changes/recent-changes-dialog.tsx'],
  'publication.publish': LISTINGS,
  'publication.unpublish': LISTINGS,
  'publication.simulateSale': ['features/products/channels/channel-row.tsx'],
  'publication.pauseSupplier': ['features/suppliers/overview/supplier-figures.tsx'],
  'publication.resumeSupplier': ['features/suppliers/overview/supplier-figures.tsx'],
  'purchasing.createPage': ['features/purchasing/share/share-actions.tsx'],
  'purchasing.revokePages': ['features/purchasing/share/share-actions.tsx'],
  'suppliers.create': ['features/suppliers/suppliers-page.tsx'],
  'suppliers.edit': [
    'features/suppliers/suppliers-page.tsx',
    'features/suppliers/supplier-card.tsx',
    'parts/payment/payment-data.tsx',
  ],
  'suppliers.remove': ['features/suppliers/supplier-card.tsx'],
};

const OWNER_PAGES = ['app-pages.tsx'];
const CHECKOUT = ['features/pricing/pricing-page.tsx', 'features/checkout/checkout-page.tsx'];
const RENEWAL = ['features/checkout/renewal/renewal-page.tsx'];
const EXAMPLES = ['parts/use-examples.ts'];
const CONNECTIONS = ['features/integrations/connection-controls.tsx'];

/** For what the web asks or sends and only the owner may: the same. */
const OWNER: Partial<Record<ProcedurePath, string[]>> = {
  'apiKeys.list': OWNER_PAGES,
  'apiKeys.create': OWNER_PAGES,
  'apiKeys.revoke': OWNER_PAGES,
  'team.get': OWNER_PAGES,
  'team.invite': OWNER_PAGES,
  'team.revokeInvitation': OWNER_PAGES,
  'team.changeRole': OWNER_PAGES,
  'team.remove': OWNER_PAGES,
  'subscription.get': OWNER_PAGES,
  'subscription.payments': OWNER_PAGES,
  'subscription.turnOnRenewal': RENEWAL,
  'subscription.turnOnRenewalWithToken': RENEWAL,
  'subscription.turnOffRenewal': OWNER_PAGES,
  'checkout.pay': CHECKOUT,
  'checkout.payWithToken': CHECKOUT,
  'checkout.card': CHECKOUT,
  'checkout.createPix': CHECKOUT,
  'checkout.openPix': CHECKOUT,
  'checkout.pix': CHECKOUT,
  'checkout.simulatePixPayment': CHECKOUT,
  'examples.status': EXAMPLES,
  'examples.fill': EXAMPLES,
  'examples.erase': EXAMPLES,
  'integrations.connect': CONNECTIONS,
  'integrations.adopt': CONNECTIONS,
  'integrations.disconnect': CONNECTIONS,
};

/** Forms that people of a team may send too, or that belong to no shop: of the own account, of admins, to sign in. */
const FOR_EVERYBODY = /^features\/(account|admin|auth)\//;

/** For every other form: the files that keep it, or what opens it, from people who may not send it. */
const FORMS: Record<string, string[]> = {
  'features/api-keys/create-key-dialog.tsx': OWNER_PAGES,
  'features/team/invite-dialog.tsx': OWNER_PAGES,
  'features/checkout/card/card-form.tsx': [...CHECKOUT, ...RENEWAL],
  'features/checkout/token-card/token-card-form.tsx': [...CHECKOUT, ...RENEWAL],
  'features/integrations/disconnect-dialog.tsx': [...CONNECTIONS, 'features/integrations/account-list.tsx'],
  'features/integrations/refresh-token-dialog.tsx': CONNECTIONS,
  'features/integrations/rename-dialog.tsx': ['features/integrations/account-list.tsx'],
  'features/costs/costs-form.tsx': ['features/costs/costs-form.tsx'],
  'features/orders/actions/ship-dialog.tsx': ORDER_STEPS,
  'features/orders/cancelling/cancel-dialog.tsx': ['features/orders/cancelling/cancel-order.tsx'],
  'features/orders/page/costs/correct-cost-dialog.tsx': ['features/orders/page/costs/cost-panel.tsx'],
  'features/orders/page/note-form.tsx': ['features/orders/page/order-timeline.tsx'],
  'features/orders/printing/print-labels-dialog.tsx': [
    'features/orders/printing/print-unprinted.tsx',
    'features/orders/bulk/order-bulk-bar.tsx',
  ],
  'features/products/changes/change-form.tsx': [
    'features/products/bulk/bulk-bar.tsx',
    'features/products/bulk/bulk-actions-row.tsx',
  ],
  'features/products/csv-import/preview/cell-correction.tsx': ['features/products/list/products-page.tsx'],
  'features/products/csv-import/column-matcher.tsx': ['features/products/list/products-page.tsx'],
  'features/products/form/product-form.tsx': ['features/products/list/products-page.tsx'],
  'features/suppliers/supplier-dialog.tsx': ['features/suppliers/suppliers-page.tsx'],
};

const sources = new Map(
  readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.startsWith('node_modules'))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(WEB, name), 'utf8')]),
);

/** Every procedure that the web calls by a hook or a client, with the files that do. */
function findCallers(): Map<ProcedurePath, string[]> {
  const callers = new Map<ProcedurePath, string[]>();
  for (const [file, text] of sources) {
    for (const [, path = ''] of text.matchAll(
      /\b(?:trpc|client|t)\.(\w+\.\w+)(?:\.(?:use\w+|query|mutate|subscribe)\b|\()/g,
    )) {
      if (!isProcedure(path)) continue;
      callers.set(path, [...(callers.get(path) ?? []), file]);
    }
  }
  return callers;
}

const isProcedure = (path: string): path is ProcedurePath => path in PROCEDURE_ACCESS;

const callers = findCallers();
const forSellers = [...callers.keys()].filter((path) => PROCEDURE_ACCESS[path].who === 'sellers').sort();
const isRead = (path: ProcedurePath) =>
  PROCEDURE_ACCESS[path].scopes.some((scope) => ROLE_SCOPES.leitura.includes(scope));
const isOwners = (path: ProcedurePath) => PROCEDURE_ACCESS[path].scopes.length === 0;

/** What a table does not name is kept back where it is called, or by what imports that. */
function listUnkept(paths: ProcedurePath[], named: typeof CHANGES, keeps: RegExp): ProcedurePath[] {
  const isKept = (file: string) =>
    [file, ...listImporters(file)].some((each) => keeps.test(sources.get(each) ?? ''));
  return paths.filter((path) => !(path in named) && !callers.get(path)?.some(isKept));
}

function listImporters(file: string): string[] {
  const name = file.replace(/^.*\//, '').replace(/\.tsx?$/, '');
  return [...sources].filter(([, text]) => text.includes(`/${name}'`)).map(([each]) => each);
}

it('every write of the web that the role Leitura may not make is kept from it somewhere', () => {
  const writes = forSellers.filter((path) => !isRead(path) && !isOwners(path));
  expect(writes.length).toBeGreaterThan(20);
  expect(writes).toEqual(expect.arrayContaining(Object.keys(CHANGES)));
  expect(listUnkept(writes, CHANGES, FROM_LEITURA)).toEqual([]);
});

it('every call of the web that only the owner may make is kept from people of a team somewhere', () => {
  const calls = forSellers.filter(isOwners);
  expect(calls).toEqual(expect.arrayContaining(Object.keys(OWNER)));
  expect(listUnkept(calls, OWNER, KEEPS_BACK.owner)).toEqual([]);
});

/** Enter in a field presses a button that a style hides, so a mark on the button keeps no form back. */
const withoutSubmitButtons = (text: string) =>
  text.replace(/<Button\b(?:(?!\/?>\n).)*?type="submit"(?:(?!\/?>\n).)*?\/?>\n/gs, '');

it('every form of the web is kept, with its fields, from people who may not send it', () => {
  const forms = [...sources]
    .filter(([, text]) => /<(?:form|DialogForm|ActForm)\b/.test(text))
    .map(([file]) => file);
  const ofShops = forms.filter((file) => !/^(?:ui|lib)\//.test(file) && !FOR_EVERYBODY.test(file));
  expect(ofShops.sort()).toEqual(Object.keys(FORMS).sort());
  for (const [form, files] of Object.entries(FORMS)) {
    for (const file of files) {
      const text = withoutSubmitButtons(sources.get(file) ?? '');
      expect(KEEPS_BACK.changes.test(text) || KEEPS_BACK.owner.test(text), `${form} by ${file}`).toBe(true);
    }
  }
});

it.each([
  ...Object.entries(CHANGES).map(([path, files]) => ({ path, files, keeps: KEEPS_BACK.changes })),
  ...Object.entries(OWNER).map(([path, files]) => ({ path, files, keeps: KEEPS_BACK.owner })),
])('$path is kept back in the files that are named for it', ({ path, files, keeps }) => {
  expect(procedureTypeAt(path as ProcedurePath)).toBeDefined();
  for (const file of files) expect(sources.get(file), file).toMatch(keeps);
});
