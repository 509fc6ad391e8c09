import type { Random } from './random';

const FIRST = [
  ...[
    'Adriana',
    'Alessandra',
    'Antônio',
    'Carla',
    'Cláudia',
    'Cristiane',
    'Débora',
    'Elaine',
    'Fábio',
    'Francisca',
  ],
  ...['Guilherme', 'Ivone', 'Jéssica', 'José', 'Júlio', 'Letícia', 'Luís', 'Márcia', 'Maurício', 'Nádia'],
  ...['Priscila', 'Ricardo', 'Roberta', 'Sandra', 'Simone', 'Tiago', 'Valéria', 'Vera', 'Wesley', 'Yasmin'],
];

const LAST = [
  ...['Aguiar', 'Amaral', 'Assis', 'Bezerra', 'Borges', 'Braga', 'Brito', 'Camargo', 'Campos', 'Duarte'],
  ...[
    'Esteves',
    'Fonseca',
    'Garcia',
    'Guimarães',
    'Leal',
    'Macedo',
    'Marques',
    'Moraes',
    'Nogueira',
    'Pacheco',
  ],
  ...[
    'Peixoto',
    'Queiroz',
    'Rezende',
    'Sampaio',
    'Siqueira',
    'Tavares',
    'Toledo',
    'Vargas',
    'Xavier',
    'Zanetti',
  ],
];

const STREETS = [
  'das Acácias',
  'do Comércio',
  'das Palmeiras',
  'São José',
  'Tiradentes',
  'Dom Pedro II',
  'da Paz',
];

const CITIES = [
  ['Centro', 'São Paulo - SP', '01010'],
  ['Vila Mariana', 'São Paulo - SP', '04101'],
  ['Jardim América', 'Ribeirão Preto - SP', '14020'],
  ['Centro', 'Sorocaba - SP', '18010'],
  ['Botafogo', 'Rio de Janeiro - RJ', '22250'],
  ['Savassi', 'Belo Horizonte - MG', '30112'],
  ['Centro', 'Uberlândia - MG', '38400'],
  ['Água Verde', 'Curitiba - PR', '80240'],
  ['Trindade', 'Florianópolis - SC', '88036'],
  ['Moinhos de Vento', 'Porto Alegre - RS', '90570'],
  ['Pituba', 'Salvador - BA', '41810'],
  ['Casa Forte', 'Recife - PE', '52060'],
  ['Aldeota', 'Fortaleza - CE', '60150'],
  ['Asa Norte', 'Brasília - DF', '70750'],
  ['Setor Bueno', 'Goiânia - GO', '74215'],
  ['Umarizal', 'Belém - PA', '66055'],
] as const;

/** Somebody who bought: a full name and an address in one line, both invented. */
export function drawBuyer(random: Random): { cliente_nome: string; cliente_endereco: string } {
  const [district, city, cep] = random.pick(CITIES);
  const number = random.between(8, 1990);
  const flat = random.chance(0.35) ? `, apto ${random.between(1, 18)}${random.between(1, 4)}` : '';
  const suffix = String(random.between(0, 990)).padStart(3, '0');
  return {
    cliente_nome: `${random.pick(FIRST)} ${random.pick(LAST)} ${random.pick(LAST)}`,
    cliente_endereco: `Rua ${random.pick(STREETS)}, ${number}${flat}, ${district}, ${city}, CEP ${cep}-${suffix}`,
  };
}
