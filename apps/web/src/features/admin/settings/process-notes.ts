import type { AdminHealth } from '@kerf/contract/admin-settings'

type Workers = AdminHealth['checks']['workers']

/** What has to be said about the processes as a whole. */
export type ProcessNote = 'no_worker' | 'all_in_one' | 'mixed_versions'

/** Nothing where nobody could list them: then none of it is known. */
export function processNotes({ processes }: Pick<Workers, 'processes'>): ProcessNote[] {
  if (processes.length === 0) return []
  const notes: ProcessNote[] = []
  if (processes.every(({ concurrency }) => concurrency === 0)) notes.push('no_worker')
  if (processes.length === 1 && processes[0]?.role === 'serve') notes.push('all_in_one')
  if (new Set(processes.map(({ version }) => version)).size > 1) notes.push('mixed_versions')
  return notes
}
