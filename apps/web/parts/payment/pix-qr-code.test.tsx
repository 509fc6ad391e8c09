import { render, screen } from '@testing-library/react';
import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { PixQrCode } from './pix-qr-code';

const SCALE = 6;

/** Paints the path's rectangles, as a browser does. */
function paint(svg: Element) {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const width = size * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  const path = svg.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, left, top, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let y = Number(top) * SCALE; y < (Number(top) + 1) * SCALE; y += 1) {
      for (let x = Number(left) * SCALE; x < (Number(left) + Number(length)) * SCALE; x += 1) {
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
      }
    }
  }
  return { width, height: width, data };
}

it('is read back as the very code, and says what it pays to whom', () => {
  const code =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.055802BR5913FULANO DE TAL6006BRASIL62070503***6304AAAA';
  render(<PixQrCode code={code} amount={100.05} payeeName="Atacado Brás" />);
  const svg = screen.getByRole('img', { name: 'QR code do Pix de R$\u00a0100,05 para Atacado Brás' });
  expect(decodeQR(paint(svg))).toBe(code);
});
