import type { AdminHealth } from '@kerf/contract/admin-settings'
import { Band } from '@kerf/ui/Band'
import { Cell, DataTable } from '@kerf/ui/DataTable'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { useQuery } from '@tanstack/react-query'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { healthQuery } from '../admin-queries.ts'
import { formatNumber, formatTimestamp } from '../formatting.ts'
import { BlankRow } from '../lists/PagedTable.tsx'

type Process = AdminHealth['checks']['workers']['processes'][number]

const words = adminSettingsWords.processes
const COLUMNS = [
  { name: words.columns.process },
  { name: words.columns.role, width: '14%' },
  { name: words.columns.version, width: '12%' },
  { name: words.columns.atWork, width: '14%' },
  { name: words.columns.since, width: '17%' },
  { name: words.columns.seen, width: '17%' },
]

/** Web and worker processes that have reported lately, and their load. */
export function ProcessesSection() {
  const { data, error } = useQuery(healthQuery)
  // The section of the health shows the failure of the request.
  if (!data && error) return null
  const processes = data?.checks.workers.processes
  const [problem, ...notes] = sentencesOf(processes)
  return (
    <section aria-labelledby="admin-processes" className="processes col-span-full" data-stale={error ? '' : undefined}>
      <h2 id="admin-processes">{words.title}</h2>
      {problem && (
        <div className="mt-3.5 mb-2">
          <Band icon={<CircleAlertIcon />}>{problem}</Band>
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className="note mt-1.5 mb-2 wrap-anywhere">
          {note}
        </p>
      ))}
      {processes?.length !== 0 && (
        <DataTable label={words.title} columns={COLUMNS} busy={!processes}>
          {processes?.map((process) => <ProcessRow key={process.id} process={process} />) ?? (
            <BlankRow columns={COLUMNS} />
          )}
        </DataTable>
      )}
    </section>
  )
}

/** Sentence of a problem, or null, and further notes on the processes. */
function sentencesOf(processes: Process[] | undefined): [problem: string | null, ...notes: string[]] {
  if (!processes) return [null]
  if (processes.length === 0) return [words.unknown]
  const notes = processNotes({ processes })
  const problem = notes.includes('no_worker') ? adminSettingsWords.health.sentences.workers_none : null
  return [problem, ...notes.flatMap((note) => (note === 'no_worker' ? [] : words.notes[note]))]
}

function ProcessRow({ process }: { process: Process }) {
  const { host, processId, role, version, running, concurrency, startedAt, seenAt } = process
  return (
    <tr>
      <Cell>
        <b>{host}</b>
        <small>{words.processId(processId)}</small>
      </Cell>
      <Cell label={words.columns.role}>{words.roles[role]}</Cell>
      <Cell label={words.columns.version}>
        <span className="text-[0.9375rem] time">{version}</span>
      </Cell>
      <Cell label={words.columns.atWork}>
        {concurrency === 0 ? words.cutsNone : words.atWork(formatNumber(running), formatNumber(concurrency))}
      </Cell>
      <Cell label={words.columns.since}>{formatTimestamp(startedAt)}</Cell>
      <Cell label={words.columns.seen}>{formatTimestamp(seenAt)}</Cell>
    </tr>
  )
}

type Workers = AdminHealth['checks']['workers']

/** Kind of a note on the processes as a whole. */
type ProcessNote = 'no_worker' | 'all_in_one' | 'mixed_versions'

/** Notes on the processes. An empty list has none, because it means that the processes are unknown. */
export function processNotes({ processes }: Pick<Workers, 'processes'>): ProcessNote[] {
  if (processes.length === 0) return []
  const notes: ProcessNote[] = []
  if (processes.every(({ concurrency }) => concurrency === 0)) notes.push('no_worker')
  if (processes.length === 1 && processes[0]?.role === 'serve') notes.push('all_in_one')
  if (new Set(processes.map(({ version }) => version)).size > 1) notes.push('mixed_versions')
  return notes
}
