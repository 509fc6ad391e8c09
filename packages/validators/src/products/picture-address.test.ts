import { describe, expect, it } from 'vitest';
import { pictureAddress } from './picture-address';

describe('pictureAddress', () => {
  it.each([
    'https://exemplo.com/a.jpg?x=1',
    'http://localhost:3000/a',
    'HTTPS://exemplo.com',
    'http://10.0.0.1/a',
  ])('takes %s', (value) => {
    expect(pictureAddress.parse(` ${value} `)).toBe(value);
  });

  it.each([
    ['https://exemplo.com/minha foto.jpg', 'https://exemplo.com/minha%20foto.jpg'],
    [
      'https://exemplo.com/caneca açaí.jpg?cor=lilás',
      'https://exemplo.com/caneca%20a%C3%A7a%C3%AD.jpg?cor=lil%C3%A1s',
    ],
    ['https://exemplo.com/dois  espaços.jpg', 'https://exemplo.com/dois%20%20espa%C3%A7os.jpg'],
    ['https://exemplo.com/a[1].jpg', 'https://exemplo.com/a%5B1%5D.jpg'],
    ['https://exemplo.com/a|b.jpg?t="1"', 'https://exemplo.com/a%7Cb.jpg?t=%221%22'],
    ['https://exemplo.com/100%.jpg', 'https://exemplo.com/100%25.jpg'],
    ['https://exemplo.com/a%20b(1).jpg', 'https://exemplo.com/a%20b(1).jpg'],
    ['https://exemplo.com\\fotos\\a.jpg', 'https://exemplo.com/fotos/a.jpg'],
    ['HTTP://exemplo.com/a b', 'HTTP://exemplo.com/a%20b'],
    ['https://café.com.br/a.jpg', 'https://xn--caf-dma.com.br/a.jpg'],
    ['https://exemplo.com/a\u200b.jpg\ufeff', 'https://exemplo.com/a.jpg'],
    ['https://exemplo.com/🙂.jpg', 'https://exemplo.com/%F0%9F%99%82.jpg'],
    ['https://exemplo.com/a.jpg;', 'https://exemplo.com/a.jpg'],
    ['https://exemplo.com/w_1,h_1/a;b=1.jpg', 'https://exemplo.com/w_1,h_1/a;b=1.jpg'],
    ['/exemplos/tec-001.webp', '/exemplos/tec-001.webp'],
  ])('stores %s as %s', (value, address) => {
    expect(pictureAddress.parse(` ${value} `)).toBe(address);
    expect(pictureAddress.parse(address)).toBe(address);
  });

  it.each([
    ['exemplo.com/minha foto.jpg', 'Use um endereço que comece com http:// ou https://'],
    ['https://', 'Endereço inválido: confira o nome do site'],
    ['https://exem plo.com/a.jpg', 'Endereço inválido: confira o nome do site'],
    ['https://exemplo.com/a.jpg | https://exemplo.com/b.jpg', 'Informe um endereço só'],
    ['https://exemplo.com/a.jpg|b.jpg', 'Informe um endereço só'],
    [`https://exemplo.com/${'á'.repeat(400)}`, 'Deve ter no máximo 2.000 caracteres'],
    ['https://exemplo.com/\ud800', 'Contém caracteres inválidos'],
  ])('tells what is wrong with %s', (value, reason) => {
    expect(pictureAddress.safeParse(value).error?.issues[0]?.message).toBe(reason);
  });

  it.each([
    'exemplo.com',
    'ftp://exemplo.com',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'https://',
    'http:exemplo.com',
    'https://exem plo.com',
    'https://exemplo.com:99999',
    `https://exemplo.com/${'a'.repeat(2000)}`,
  ])('refuses %s', (value) => {
    expect(pictureAddress.safeParse(value).success).toBe(false);
  });
});
