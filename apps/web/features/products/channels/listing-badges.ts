import type { Listing, ListingStateName } from '@esteira/validators/marketplaces/listing';
import { Check, CircleX, Clock, type LucideIcon, Pause, RefreshCw, TriangleAlert } from 'lucide-react';
import type { Tone } from '../../../ui/badge';

interface ListingBadge {
  label: string;
  tone: Tone;
  icon: LucideIcon;
}

/** How a listing on a real marketplace is shown in every state. */
export const LISTING_BADGES: Record<ListingStateName, ListingBadge> = {
  na_fila: { label: 'Na fila', tone: 'neutral', icon: Clock },
  processando: { label: 'Processando', tone: 'info', icon: RefreshCw },
  publicado: { label: 'Publicado', tone: 'success', icon: Check },
  pausado: { label: 'Pausado', tone: 'neutral', icon: Pause },
  encerrado: { label: 'Encerrado', tone: 'neutral', icon: CircleX },
  erro: { label: 'Erro', tone: 'danger', icon: TriangleAlert },
};

export type ListingAction = 'publish' | 'retry' | 'unpublish';

/** What can be asked for in a listing's state: one thing, or for what fails to come on sale either of two. */
export function listingActions(listing: Listing | null): ListingAction[] {
  if (listing === null) return ['publish'];
  switch (listing.status) {
    case 'publicado':
    case 'processando':
      return ['unpublish'];
    case 'na_fila':
      if (listing.desejado !== 'publicado') return [];
      // It comes again by itself; whoever has mended the cause need not wait for that.
      return listing.motivo === null ? ['unpublish'] : ['retry', 'unpublish'];
    case 'erro':
      return ['retry'];
    case 'pausado':
    case 'encerrado':
      return ['publish'];
  }
}
