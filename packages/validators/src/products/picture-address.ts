import { isExamplePicture } from '@esteira/domain/products/example-pictures';
import { z } from 'zod';
import { text } from '../wire/text';
import { encodeAddress, splitAddresses } from '../wire/web-address';

const HTTP = /^https?:\/\//i;

/** Made once: making it took longer than asking it. */
const address = z.url();

/**
 * The address of a product's picture, at most 2,000 characters once it is encoded: absolute, http or https, or that of
 * an example picture, which the web app itself serves (docs/product-rules/products.md#picture).
 */
export const pictureAddress = text(2000, { as: 'opaque' })
  .refine((value) => HTTP.test(value) || isExamplePicture(value), {
    error: 'Use um endereço que comece com http:// ou https://',
    abort: true,
  })
  .refine((value) => splitAddresses(value).length <= 1, { error: 'Informe um endereço só', abort: true })
  .overwrite((value) => encodeAddress(splitAddresses(value)[0] ?? value))
  .refine((value) => isExamplePicture(value) || address.safeParse(value).success, {
    error: 'Endereço inválido: confira o nome do site',
  })
  .max(2000);
