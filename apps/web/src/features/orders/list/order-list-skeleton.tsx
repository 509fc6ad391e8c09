import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';

export function OrderListSkeleton() {
  return (
    <SkeletonGroup className="grid gap-3">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="grid gap-6 rounded-lg border border-border bg-surface p-4 sm:grid-cols-4">
          {[0, 1, 2, 3].map((block) => (
            <div key={block} className="grid content-start gap-2">
              <Skeleton className="h-4 w-3/4" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          ))}
        </div>
      ))}
    </SkeletonGroup>
  );
}
