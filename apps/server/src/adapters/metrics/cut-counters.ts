import type { Receipt } from '@kerf/contract/download'
import { isAudio } from '@kerf/domain/formats/clip-format'
import { QUEUE_CLASSES } from '@kerf/domain/jobs/queue-order'
import type { Registry } from 'prom-client'
import type { MediaWork, MetricsRecorder } from '../../ports/metrics.ts'
import { metricsIn } from './metric-help.ts'

const NO_KIND = 'none'
const NO_CODE = 'none'
const MEDIA_WORKS: readonly MediaWork[] = ['cut', 'preview', 'inspect', 'plan', 'version']

export function createCutCounters(registry: Registry) {
  const { counter, gauge, histogram } = metricsIn(registry)
  const waitHistogram = histogram('kerf_queue_wait_seconds', [0.1, 0.5, 1, 2, 5, 15, 60, 300, 1800], 'class')
  for (const kind of QUEUE_CLASSES) waitHistogram.zero({ class: kind })
  const durations = histogram('kerf_cut_seconds', [0.25, 0.5, 1, 2, 5, 15, 60, 300, 1800], 'kind')
  const cuts = counter('kerf_cuts_total', 'format', 'outcome', 'code')
  const cpuTime = counter('kerf_cut_cpu_seconds_total', 'kind')
  const fetchedBytes = counter('kerf_cut_fetched_bytes_total', 'kind')
  const clipBytes = counter('kerf_cut_clip_bytes_total', 'kind')
  const clipSeconds = counter('kerf_cut_clip_seconds_total', 'kind')
  const frames = counter('kerf_cut_frames_total', 'kind', 'how')
  const processes = gauge('kerf_media_processes', 'work')
  for (const work of MEDIA_WORKS) processes.set({ work }, 0)
  const endedProcesses = counter('kerf_media_processes_ended_total', 'work', 'how')
  for (const work of MEDIA_WORKS) endedProcesses.inc({ work, how: 'died' }, 0)

  return {
    queueWaited: (kind, waitSeconds) => waitHistogram.observe({ class: kind }, waitSeconds),
    cutEnded({ format, outcome, code, receipt, seconds: cutSeconds, cpuSeconds }) {
      const kind = receipt ? cutKindOf(receipt.way) : NO_KIND
      cuts.inc({ format, outcome, code: code ?? NO_CODE })
      if (cpuSeconds !== null) cpuTime.inc({ kind }, cpuSeconds)
      if (receipt === null) return
      durations.observe({ kind }, cutSeconds)
      fetchedBytes.inc({ kind }, receipt.bytesFetched)
      clipBytes.inc({ kind }, receipt.clipBytes)
      clipSeconds.inc({ kind }, Math.max(0, receipt.durationSeconds))
      frames.inc({ kind, how: 'copied' }, receipt.framesCopied)
      frames.inc({ kind, how: 'encoded' }, receipt.framesReencoded)
    },
    mediaBegan: (work) => processes.inc({ work }),
    mediaEnded(work, endKind) {
      processes.dec({ work })
      endedProcesses.inc({ work, how: endKind })
    },
  } satisfies Partial<MetricsRecorder>
}

function cutKindOf(way: Receipt['way']): string {
  if (way === 'smart') return 'seams'
  return way !== 'copied' && way !== 'transcoded' && way !== 'still' && isAudio(way) ? 'audio' : way
}
