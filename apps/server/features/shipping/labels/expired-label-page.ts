import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { AppError } from '../../../core/errors';

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 26rem; padding: 2rem 1.5rem }
h1 { margin: 0 0 .5rem; font-size: 1.25rem }
a { display: inline-block; margin-top: .5rem; padding: .625rem 1rem; border-radius: .5rem; font-weight: 600;
  color: #fff; background: #0b6b61; text-decoration: none }
`;

/** The page's own style and nothing else: no script, no file. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A browser names HTML when a link is opened; a program asks for JSON, or for anything. */
export function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}

/** Says in a page why there is no label, and leads to its order, which has a new link. Ids are UUIDs or left out. */
export function sendExpiredLabel(
  reply: FastifyReply,
  { status, message }: AppError,
  pedidoId: string | null,
): FastifyReply {
  const order = pedidoId === null ? '/pedidos' : `/pedidos?pedido=${pedidoId}`;
  return reply
    .code(status)
    .headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-store',
      vary: 'accept',
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Etiqueta | Esteira</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>A etiqueta não pôde ser aberta</h1>
<p>${message}</p>
<p>O pedido tem sempre um link novo.</p>
<a href="${order}">Gerar de novo</a>
</main>
</body>
</html>
`);
}
