import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';

/** While a page's own code is on its way. */
export function PageFallback() {
  return (
    <SkeletonGroup className="grid gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-44" />
        <Skeleton className="h-4 w-72 max-w-full" />
      </div>
      <Skeleton className="h-40" />
    </SkeletonGroup>
  );
}
