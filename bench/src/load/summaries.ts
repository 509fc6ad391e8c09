import type { Task } from './connections';

/** What the triggers would have summed up, and the first stocks. */
export const SUMMARY_TASKS: readonly Task[] = [
  async (sql) => {
    await sql`SELECT refazer_resumos()`;
    // What the shelves began with.
    await sql`
      INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, criado_em)
      SELECT p.usuario_id, p.id, p.id, p.estoque + coalesce(v.unidades, 0), 'inicial', p.criado_em
      FROM produtos p LEFT JOIN vendas_produtos v ON v.usuario_id = p.usuario_id AND v.produto_id = p.id
      WHERE p.estoque + coalesce(v.unidades, 0) <> 0`;
  },
];
