import { expect, it } from 'vitest'
import { processNotes } from './ProcessesSection.tsx'

const processOf = (role: 'serve' | 'web' | 'worker', concurrency: number, version = '0.1.0') => ({
  id: `${role} ${version}`,
  role,
  host: 'kerf-1',
  processId: 1,
  version,
  concurrency,
  running: 0,
  startedAt: '2026-11-20T08:00:00.000Z',
  seenAt: '2026-11-20T21:14:07.000Z',
})

it('the list of processes notes no worker, a single process, and different versions', () => {
  const notesOf = (...processes: ReturnType<typeof processOf>[]) => processNotes({ processes })
  expect(notesOf(processOf('web', 0), processOf('web', 0))).toEqual(['no_worker'])
  expect(notesOf(processOf('serve', 2))).toEqual(['all_in_one'])
  expect(notesOf(processOf('web', 0), processOf('worker', 1, '0.1.0'), processOf('worker', 1, '0.2.0'))).toEqual([
    'mixed_versions',
  ])
  expect(notesOf(processOf('serve', 0))).toEqual(['no_worker', 'all_in_one'])
  expect(processNotes({ processes: [processOf('web', 0), processOf('worker', 2)] })).toEqual([])
  expect(processNotes({ processes: [] })).toEqual([])
})
