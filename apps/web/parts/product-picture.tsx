import { clsx } from 'clsx';
import { Package } from 'lucide-react';
import { useState } from 'react';

interface ProductPictureProps {
  url: string | null;
  className: string;
}

/** A product's picture lives wherever the seller found it: without it, or when it fails, a quiet mark stands in. */
export function ProductPicture({ url, className }: ProductPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span
      className={clsx('grid shrink-0 place-items-center overflow-hidden bg-sunken text-muted', className)}
    >
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
