-- As toPlainText and toPlainIdentifier of the domain write texts. Characters that only emoji need stay in a text.
CREATE FUNCTION esteira_texto_igual(texto text, identificador boolean) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT btrim(regexp_replace(normalize(regexp_replace(regexp_replace(texto,
      '[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb]', '', 'g'),
      CASE WHEN identificador THEN '[\u200d\ufe00-\ufe0f\U000E0000-\U000E0FFF]' ELSE '[\ufe00-\ufe0e]' END, '', 'g'), NFC),
    '[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0\u2800]+', ' ', 'g'), E' \t\n\r')
$$;
--> statement-breakpoint
-- A SKU that would equal another one of its seller stays as it is: which of the two products is meant, only they know.
UPDATE produtos p SET sku = nullif(igual.novo, '')
FROM (
  SELECT usuario_id, id, sku, novo,
    row_number() OVER (PARTITION BY usuario_id, lower(novo) ORDER BY (novo <> sku)::int, id) AS vez
  FROM produtos, LATERAL esteira_texto_igual(sku, true) AS novo
  WHERE sku IS NOT NULL AND excluido_em IS NULL
) AS igual
WHERE p.usuario_id = igual.usuario_id AND p.id = igual.id AND igual.novo <> igual.sku
  AND (igual.vez = 1 OR igual.novo = '');
--> statement-breakpoint
UPDATE produtos SET nome = coalesce(nullif(esteira_texto_igual(nome, false), ''), nome),
  descricao = esteira_texto_igual(descricao, false)
WHERE esteira_texto_igual(nome, false) <> nome OR esteira_texto_igual(descricao, false) <> descricao;
--> statement-breakpoint
UPDATE fornecedores SET nome = coalesce(nullif(esteira_texto_igual(nome, false), ''), nome),
  contato = nullif(esteira_texto_igual(contato, false), ''),
  telefone = nullif(esteira_texto_igual(telefone, false), ''),
  dados_pagamento = nullif(esteira_texto_igual(dados_pagamento, false), '')
WHERE esteira_texto_igual(nome, false) <> nome OR esteira_texto_igual(contato, false) <> contato
  OR esteira_texto_igual(telefone, false) <> telefone
  OR esteira_texto_igual(dados_pagamento, false) <> dados_pagamento;
--> statement-breakpoint
UPDATE fichas_anuncio SET marca = nullif(esteira_texto_igual(marca, false), ''),
  modelo = nullif(esteira_texto_igual(modelo, false), '')
WHERE esteira_texto_igual(marca, false) <> marca OR esteira_texto_igual(modelo, false) <> modelo;
--> statement-breakpoint
DROP FUNCTION esteira_texto_igual(text, boolean);
