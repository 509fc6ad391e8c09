import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { Panel } from '../../ui/panel';

export function DashboardSkeleton() {
  return (
    <SkeletonGroup className="grid gap-5">
      <Panel className="grid gap-4 p-4">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-64 min-[560px]:h-28" />
      </Panel>
      <Panel className="grid grid-cols-2 gap-6 p-4 min-[1200px]:grid-cols-4">
        {[0, 1, 2, 3].map((index) => (
          <div key={index} className="grid gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-7 w-32 max-w-full" />
            <Skeleton className="h-13 w-40 max-w-full" />
          </div>
        ))}
      </Panel>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </SkeletonGroup>
  );
}
