import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';

/** The sample row that the tutorial shows (docs/product-rules/csv-import.md#csv-columns). */
const SAMPLE: Readonly<Record<CsvColumn, string>> = {
  fornecedor_id: 'Fornecedor Exemplo',
  nome: 'Fone Bluetooth',
  descricao: 'Fone sem fio',
  sku: 'FONE-01',
  preco_fornecedor: '25.00',
  preco_venda_ml: '59.90',
  preco_venda_amazon: '64.90',
  estoque: '100',
  imagem_url: 'https://exemplo.com/fone.jpg',
};

export function CsvSample() {
  return (
    <section
      aria-label="Exemplo de CSV"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-border"
    >
      <table className="tabular w-full whitespace-nowrap text-left text-[13px]">
        <thead className="bg-sunken">
          <tr>
            {CSV_COLUMNS.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {CSV_COLUMNS.map((column) => (
              <td key={column} className="px-3 py-2 text-muted">
                {SAMPLE[column]}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}
