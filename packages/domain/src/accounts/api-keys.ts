/** What an API key may do: read everything of the shop; read and change orders; read and change products. */
export const KEY_SCOPES = ['leitura', 'pedidos', 'produtos'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

export const KEY_SCOPE_TEXTS: Record<KeyScope, { label: string; description: string }> = {
  leitura: { label: 'Leitura', description: 'Lê produtos, pedidos, compras e o painel. Não altera nada.' },
  pedidos: {
    label: 'Pedidos',
    description: 'Lê os pedidos e as compras, e avança, cancela e anota pedidos.',
  },
  produtos: {
    label: 'Produtos',
    description: 'Lê, cria, altera, importa e publica produtos e fornecedores.',
  },
};

export const MAX_API_KEYS = 20;

export const MAX_KEY_CALLS_PER_MINUTE = 600;
