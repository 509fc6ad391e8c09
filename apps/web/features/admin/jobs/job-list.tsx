import { countText } from '@esteira/domain/text/count-text';
import { type AdminJob, JOB_SITUATION_LABELS } from '@esteira/validators/administration/admin';
import { CircleX, Clock, LoaderCircle, type LucideIcon, RotateCw, Unplug } from 'lucide-react';
import { trpc } from '../../../lib/data/trpc';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { PagedList } from '../../../parts/lists/paged-list';
import { Badge, type Tone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { useJobs } from '../use-admin-lists';
import { jobDetail, jobTitle } from './job-text';
import { useRetryFailedJobs, useRetryJob } from './use-job-mutations';

const JOB_BADGES = {
  falhou: { tone: 'danger', icon: CircleX },
  tentando: { tone: 'warning', icon: RotateCw },
  aguardando: { tone: 'warning', icon: Unplug },
  em_andamento: { tone: 'info', icon: LoaderCircle },
  na_fila: { tone: 'neutral', icon: Clock },
} as const satisfies Record<AdminJob['situacao'], { tone: Tone; icon: LucideIcon }>;

/** The background work that is not done: what is queued, what fails and what has failed for good. */
export function JobList() {
  const { query, jobs } = useJobs();
  return (
    <>
      <FailedJobs />
      <PagedList query={query} items={jobs} empty="Nenhuma tarefa" render={(job) => <JobRow job={job} />} />
    </>
  );
}

/** After an incident many have failed for the same reason; a single one has its own button. */
function FailedJobs() {
  const { data } = trpc.jobs.counts.useQuery();
  const retry = useRetryFailedJobs();
  const send = useSingleFlight(() => retry.mutateAsync());
  if (data === undefined || data.falharam < 2) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>{countText(data.falharam, 'tarefa falhou', 'tarefas falharam')} e não são mais tentadas sozinhas.</p>
      <Button size="sm" busy={retry.isPending} onClick={() => send(undefined)}>
        Tentar todas novamente
      </Button>
    </div>
  );
}

function JobRow({ job }: { job: AdminJob }) {
  const badge = JOB_BADGES[job.situacao];
  const retry = useRetryJob();
  const send = useSingleFlight(retry.mutateAsync);
  const canRetry = job.situacao !== 'na_fila' && job.situacao !== 'em_andamento';
  return (
    <>
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">{jobTitle(job)}</span>
          <Badge tone={badge.tone} icon={badge.icon}>
            {JOB_SITUATION_LABELS[job.situacao]}
          </Badge>
        </p>
        <p className="tabular text-[13px] text-muted [overflow-wrap:anywhere]">{jobDetail(job)}</p>
        {job.mensagem && <p className="text-[13px] [overflow-wrap:anywhere]">{job.mensagem}</p>}
      </div>
      {canRetry && (
        <Button size="sm" busy={retry.isPending} onClick={() => send({ id: job.id })}>
          Tentar novamente
        </Button>
      )}
    </>
  );
}
