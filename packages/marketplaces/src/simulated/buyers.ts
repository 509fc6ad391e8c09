/** Gives an integer from 0 to `max` - 1. */
export type RandomInt = (max: number) => number;

export type Buyer = { cliente_nome: string; cliente_endereco: string };

const FIRST_NAMES = (
  'Ana Beatriz Camila Daniela Eduarda Fernanda Gabriela Helena Isabela Juliana ' +
  'Larissa Mariana Natália Patrícia Renata Sofia Tatiane Vitória Conceição Inês ' +
  'André Bruno Caio Diego Eduardo Felipe Gustavo Henrique Ígor João ' +
  'Leonardo Marcelo Mateus Otávio Paulo Rafael Sérgio Thiago Vinícius Wagner'
).split(' ');

const LAST_NAMES = (
  'Almeida Araújo Barbosa Barros Batista Cardoso Carvalho Castro Correia Costa ' +
  'Dias Fernandes Ferreira Freitas Gomes Gonçalves Lima Lopes Machado Magalhães ' +
  'Martins Melo Mendes Monteiro Moreira Nascimento Nunes Oliveira Pereira Pinto ' +
  'Ramos Ribeiro Rocha Rodrigues Santos Silva Souza Teixeira Vasconcelos Vieira'
).split(' ');

/** Street, district, city, state and a CEP of that city; house numbers are drawn. */
const STREETS = [
  ['Avenida Paulista', 'Bela Vista', 'São Paulo', 'SP', '01310-100'],
  ['Rua Augusta', 'Consolação', 'São Paulo', 'SP', '01305-000'],
  ['Rua Voluntários da Pátria', 'Santana', 'São Paulo', 'SP', '02011-000'],
  ['Rua Barão de Jaguara', 'Centro', 'Campinas', 'SP', '13015-001'],
  ['Avenida Ana Costa', 'Gonzaga', 'Santos', 'SP', '11060-001'],
  ['Avenida Atlântica', 'Copacabana', 'Rio de Janeiro', 'RJ', '22010-000'],
  ['Rua Conde de Bonfim', 'Tijuca', 'Rio de Janeiro', 'RJ', '20520-050'],
  ['Rua Moreira César', 'Icaraí', 'Niterói', 'RJ', '24230-050'],
  ['Avenida Afonso Pena', 'Centro', 'Belo Horizonte', 'MG', '30130-003'],
  ['Rua Halfeld', 'Centro', 'Juiz de Fora', 'MG', '36010-000'],
  ['Rua Sete de Setembro', 'Centro', 'Vitória', 'ES', '29015-000'],
  ['Rua XV de Novembro', 'Centro', 'Curitiba', 'PR', '80020-310'],
  ['Avenida Higienópolis', 'Centro', 'Londrina', 'PR', '86020-080'],
  ['Rua Felipe Schmidt', 'Centro', 'Florianópolis', 'SC', '88010-001'],
  ['Rua dos Andradas', 'Centro Histórico', 'Porto Alegre', 'RS', '90020-000'],
  ['Avenida Júlio de Castilhos', 'Centro', 'Caxias do Sul', 'RS', '95010-000'],
  ['Avenida Sete de Setembro', 'Vitória', 'Salvador', 'BA', '40080-001'],
  ['Avenida Boa Viagem', 'Boa Viagem', 'Recife', 'PE', '51011-000'],
  ['Avenida Beira Mar', 'Meireles', 'Fortaleza', 'CE', '60165-120'],
  ['Avenida Engenheiro Roberto Freire', 'Ponta Negra', 'Natal', 'RN', '59090-000'],
  ['Avenida Epitácio Pessoa', 'Tambaú', 'João Pessoa', 'PB', '58039-000'],
  ['Avenida Presidente Vargas', 'Campina', 'Belém', 'PA', '66010-000'],
  ['Avenida Eduardo Ribeiro', 'Centro', 'Manaus', 'AM', '69010-001'],
  ['Avenida Goiás', 'Setor Central', 'Goiânia', 'GO', '74010-010'],
] as const;

/** Most houses have none. */
const COMPLEMENTS = ['', '', '', ' - Apto 12', ' - Apto 34', ' - Apto 101 Bloco B', ' - Casa 2'] as const;

/** An invented Brazilian buyer: a full name, and an address in one line that ends in its CEP. */
export function drawBuyer(random: RandomInt): Buyer {
  const [street, district, city, state, cep] = pick(STREETS, random);
  const number = 1 + random(2500);
  return {
    cliente_nome: `${pick(FIRST_NAMES, random)} ${pick(LAST_NAMES, random)} ${pick(LAST_NAMES, random)}`,
    cliente_endereco: `${street}, ${number}${pick(COMPLEMENTS, random)}, ${district}, ${city} - ${state}, CEP ${cep}`,
  };
}

function pick<T>(list: readonly T[], random: RandomInt): T {
  const drawn = list[random(list.length)];
  if (drawn === undefined) throw new RangeError('the random source left its range');
  return drawn;
}
