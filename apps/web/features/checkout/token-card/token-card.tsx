import type { ComponentProps } from 'react';
import { useOwnDocument } from '../card/own-document';
import { TokenCardForm } from './token-card-form';

/** The real card form, once the document may load it. */
export function TokenCard(props: ComponentProps<typeof TokenCardForm>) {
  return useOwnDocument() ? <TokenCardForm {...props} /> : null;
}
