import { createHash } from 'node:crypto';
import { formatDate, formatTime } from '@esteira/domain/calendar';
import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import {
  countUnits,
  type PurchaseLine,
  sumCosts,
  toPurchaseLines,
} from '@esteira/domain/purchasing/purchase-list';
import { escapeHtml } from '../../../core/escape-html';
import { PAGE_VALID_MS, type PageContent } from './service';
import { findFont, toStyle } from './style';

/** Their own style, the web app's font, and nothing else: no script, no form. */
export function createLook(webFolder: string | undefined) {
  const style = toStyle(webFolder === undefined ? null : findFont(webFolder));
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { style, policy };
}

/** Search engines and caches keep off. */
export const PAGE_HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

/** The list as its supplier sees it, orders that were cancelled meanwhile marked as such. */
export function toSupplierPage(page: PageContent, style: string): string {
  const { seller, supplier, expira_em, orders, pdfUrl } = page;
  const expiry = new Date(expira_em);
  const live = toShip(page);
  return toDocument(
    style,
    `
<header>
<p class="mark">Esteira</p>
<h1>Pedido de compra</h1>
<p>De <strong>${escapeHtml(seller)}</strong> para <strong>${escapeHtml(supplier)}</strong></p>
<p class="muted">Este link vale até ${formatDate(expiry)} às ${formatTime(expiry)}. Não o repasse: ele mostra dados dos compradores.</p>
${live.length === 0 ? '' : `<p><a href="${escapeHtml(pdfUrl)}" target="_blank" rel="noreferrer">Abrir PDF para imprimir</a></p>\n`}</header>
<section>
<h2 id="produtos">Produtos</h2>
${live.length === 0 ? '<p>Nenhum pedido desta lista deve ser enviado.</p>' : toProductTable(live)}
</section>
<section>
<h2>Entregas (${live.length})</h2>
<ol>${orders.map((order) => toDelivery(order, findStop(order, expiry))).join('')}</ol>
</section>`,
  );
}

/** The orders of the page that are still to be shipped. */
export function toShip({ orders, expira_em }: PageContent): PageContent['orders'] {
  const expiry = new Date(expira_em);
  return orders.filter((order) => findStop(order, expiry) === null);
}

/** Says that there is nothing to be seen, without telling why: expired, revoked or never there look the same. */
export function toGonePage(style: string): string {
  return toDocument(
    style,
    `
<header>
<p class="mark">Esteira</p>
<h1>Esta lista não está mais disponível</h1>
<p>O link expirou ou foi cancelado. Peça um link novo a quem o enviou.</p>
</header>`,
  );
}

function toDocument(style: string, body: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>Pedido de compra | Esteira</title>
<style>${style}</style>
</head>
<body>
<main>${body}
</main>
</body>
</html>
`;
}

type PageOrder = PageContent['orders'][number];

function toProductTable(orders: readonly PageOrder[]): string {
  const units = countUnits(orders);
  return `<div class="scroll" role="region" aria-labelledby="produtos" tabindex="0">
<table>
<thead><tr><th scope="col">Produto</th><th scope="col" class="wide">SKU</th><th scope="col" class="number"><span class="wide">Quantidade</span><span class="narrow">Qtd.</span></th><th scope="col" class="number wide">Custo unitário</th><th scope="col" class="number">Total</th></tr></thead>
<tbody>${toPurchaseLines(orders.flatMap(({ itens }) => itens))
    .map(toProductRow)
    .join('')}</tbody>
<tfoot><tr><th scope="row">Total</th><td class="wide"></td><td class="number">${units}</td><td class="wide"></td><td class="number">${formatMoney(sumCosts(orders))}</td></tr></tfoot>
</table>
</div>`;
}

function toProductRow({
  produto_nome,
  produto_sku,
  quantidade,
  custo_unitario,
  total,
}: PurchaseLine): string {
  const sku = produto_sku === null ? null : escapeHtml(produto_sku);
  const unit = custo_unitario === null ? null : formatMoney(custo_unitario);
  const below = [sku && `SKU ${sku}`, unit && `${unit} cada`].filter(Boolean).join(' · ');
  return `<tr><th scope="row">${escapeHtml(produto_nome)}${below && `<span class="narrow muted">${below}</span>`}</th><td class="wide">${sku ?? '–'}</td><td class="number">${quantidade}</td><td class="number wide">${unit ?? '–'}</td><td class="number">${formatMoney(total)}</td></tr>`;
}

/** Why an order must not be shipped: what happened to it since the page was made. What held it before was known then. */
function findStop({ status, retido, ...order }: PageOrder, expiry: Date): string | null {
  if (status === 'cancelado') return 'Cancelado: não envie este pedido.';
  if (order.enviado_pelo_marketplace) return 'Enviado pelo marketplace: não envie este pedido.';
  const isHeld = retido !== null && Date.parse(retido.desde) > expiry.getTime() - PAGE_VALID_MS;
  return status === 'pendente' || isHeld ? 'Suspenso pelo vendedor: não envie este pedido.' : null;
}

function toLine({ quantidade, produto_nome, produto_sku }: PageOrder['itens'][number]): string {
  const sku = produto_sku === null ? '' : ` <span class="muted">SKU ${escapeHtml(produto_sku)}</span>`;
  return `<p><strong>${quantidade} × ${escapeHtml(produto_nome)}</strong>${sku}</p>`;
}

function toDelivery(order: PageOrder, stop: string | null): string {
  const label =
    stop !== null || order.etiqueta_ml_url === null
      ? ''
      : `<p><a href="${escapeHtml(order.etiqueta_ml_url)}" target="_blank" rel="noreferrer">Abrir etiqueta do pedido ${escapeHtml(order.ml_order_id)}</a></p>`;
  return `<li${stop === null ? '' : ' class="stopped"'}>
${stop === null ? '' : `<p class="warning">${stop}</p>`}
${order.itens.map(toLine).join('\n')}
<p class="muted">${MARKETPLACE_NAMES[order.marketplace]}, pedido ${escapeHtml(order.ml_order_id)}</p>
<p>${escapeHtml(order.cliente_nome)}<br>${escapeHtml(order.cliente_endereco)}</p>
${label}
</li>`;
}
