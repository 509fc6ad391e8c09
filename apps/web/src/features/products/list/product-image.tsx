import { Package } from 'lucide-react';
import { useState } from 'react';

/** A product's picture lives wherever the seller found it: without it, or when it fails, a quiet mark stands in. */
export function ProductImage({ url }: { url: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg bg-sunken text-muted">
      {url && failed !== url ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(url)}
          className="size-full object-cover"
        />
      ) : (
        <Package aria-hidden className="size-5" />
      )}
    </span>
  );
}
