import { escapeHtml } from '../../core/escape-html';
import type { Email } from '../../core/mail';

/** The plain text of an e-mail. */
export function toPlainText({ paragrafos, botao }: Email): string {
  const action = botao === undefined ? [] : [`${botao.texto}: ${botao.url}`];
  return [...paragrafos, ...action, FOOTER].join('\n\n');
}

const FOOTER = 'Esteira: automação para Mercado Livre e Amazon';

/** The e-mail as HTML: one column, styles in place, nothing loaded from outside. */
export function toHtml({ assunto, paragrafos, botao }: Email): string {
  const text = paragrafos.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`);
  const action =
    botao === undefined
      ? []
      : [
          `<p style="margin:24px 0"><a href="${escapeHtml(botao.url)}" style="${BUTTON}">${escapeHtml(botao.texto)}</a></p>`,
          `<p style="margin:0 0 16px;font-size:13px;color:#57534e;word-break:break-all">${escapeHtml(botao.url)}</p>`,
        ];
  return [
    `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>${escapeHtml(assunto)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f5f5f4">',
    `<div style="${SHEET}"><h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(assunto)}</h1>`,
    ...text,
    ...action,
    `<p style="margin:24px 0 0;font-size:13px;color:#57534e">${FOOTER}</p></div></body></html>`,
  ].join('\n');
}

const SHEET =
  'max-width:520px;margin:0 auto;padding:24px;background:#ffffff;color:#1c1917;font:16px/1.5 Arial,sans-serif;border-radius:8px';
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1d4ed8;color:#ffffff;text-decoration:none;border-radius:8px';
