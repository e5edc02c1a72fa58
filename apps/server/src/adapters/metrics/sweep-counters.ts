import { Counter, type Registry } from 'prom-client'
import type { Measures } from '../../ports/measures.ts'

/** What this process deletes. */
export function sweepCounters(registry: Registry) {
  const registers = [registry]
  const sweeps = new Counter({
    name: 'kerf_sweeps_total',
    help: 'Sweeps of files by this process that came to their end, or failed.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['done', 'failed']) sweeps.inc({ outcome }, 0)
  const files = new Counter({ name: 'kerf_sweep_deleted_files_total', help: 'Files that sweeps deleted.', registers })
  const bytes = new Counter({ name: 'kerf_sweep_freed_bytes_total', help: 'Bytes that sweeps freed.', registers })
  return {
    swept(report) {
      sweeps.inc({ outcome: report === 'failed' ? 'failed' : 'done' })
      if (report === 'failed') return
      files.inc(report.deletedFiles)
      bytes.inc(report.freedBytes)
    },
  } satisfies Partial<Measures>
}
