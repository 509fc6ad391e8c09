/** The accounts of the demo database, which exist in no other; `npm run demo` prints them. */
export const DEMO_ACCOUNTS = [
  {
    ...{ papel: 'Vendedora', nome: 'Marina Alves', nome_loja: 'Casa da Marina' },
    ...{ email: 'demo@esteira.exemplo', senha: 'esteira-demo' },
  },
  { papel: 'Administrador', nome: 'Equipe Esteira', email: 'admin@esteira.exemplo', senha: 'esteira-admin' },
] as const;
