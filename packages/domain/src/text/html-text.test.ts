import { expect, it } from 'vitest';
import { fromHtml } from './html-text';

it.each([
  ['<p>Caneca <b>azul</b></p><p>350&nbsp;ml</p>', 'Caneca azul\n350 ml'],
  ['<ul><li>Um</li><li>Dois</li></ul>', 'Um\nDois'],
  ['Descri&ccedil;&atilde;o &amp; a&ccedil;a&iacute; &#8211; 5&ordm;', 'Descrição & açaí – 5º'],
  ['<style>p{color:red}</style>Copo<br/><br><br>d&#x27;água', "Copo\n\nd'água"],
  ['a < b e c > d', 'a < b e c > d'],
  ['P&D; &#xD800; &#0; &desconhecida;', 'P&D; &#xD800; &#0; &desconhecida;'],
  ['duas\nlinhas  ', 'duas\nlinhas  '],
])('reads %j as %j', (html, text) => {
  expect(fromHtml(html)).toBe(text);
});

it('takes no longer than the text for tags that never end', () => {
  expect(fromHtml('<style>'.repeat(200_000))).toBe('');
  expect(fromHtml(`<b>${'<a '.repeat(200_000)}`)).toContain('<a');
  expect(fromHtml(`<b>${'\n'.repeat(200_000)}x`)).toBe('x');
});
