import type { Receipt } from '@kerf/contract/download'
import { QUEUE_CLASSES } from '@kerf/domain/jobs/queue-order'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { MediaWork, MetricsRecorder } from '../../ports/metrics.ts'

const KINDS: Partial<Record<Receipt['way'], string>> = { smart: 'seams', mp3: 'audio' }
const NO_KIND = 'none'
const NO_CODE = 'none'
const MEDIA_WORKS: readonly MediaWork[] = ['cut', 'video', 'inspect', 'plan', 'version']

export function cutCounters(registry: Registry) {
  const registers = [registry]
  const count = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const waits = new Histogram({
    name: 'kerf_queue_wait_seconds',
    help: 'Time from the request for a clip to the beginning of its cut.',
    labelNames: ['class'],
    buckets: [0.1, 0.5, 1, 2, 5, 15, 60, 300, 1800],
    registers,
  })
  for (const kind of QUEUE_CLASSES) waits.zero({ class: kind })
  const durations = new Histogram({
    name: 'kerf_cut_seconds',
    help: 'Time from the beginning of a cut to its finished clip, by what was done: copied, seams, transcoded, audio, gif, webp, still.',
    labelNames: ['kind'],
    buckets: [0.25, 0.5, 1, 2, 5, 15, 60, 300, 1800],
    registers,
  })
  const ends = count('kerf_cuts_total', 'Cuts that ended, by format, outcome and error code.', [
    'format',
    'outcome',
    'code',
  ])
  const cpu = count('kerf_cut_cpu_seconds_total', 'Processor time of the media processes of cuts.', ['kind'])
  const fetched = count('kerf_cut_fetched_bytes_total', 'Bytes of sources that finished clips took.', ['kind'])
  const made = count('kerf_cut_clip_bytes_total', 'Bytes of finished clips.', ['kind'])
  const seconds = count('kerf_cut_clip_seconds_total', 'Playing time of finished clips.', ['kind'])
  const frames = count('kerf_cut_frames_total', 'Frames of finished clips, copied or re-encoded.', ['kind', 'how'])
  const running = new Gauge({
    name: 'kerf_media_processes',
    help: 'Media processes at work, by what they are at.',
    labelNames: ['work'],
    registers,
  })
  for (const work of MEDIA_WORKS) running.set({ work }, 0)
  const ended = count(
    'kerf_media_processes_ended_total',
    'Media processes that ended: answered, refused (with an error), stopped (by a limit, or no longer wanted), died.',
    ['work', 'how'],
  )
  for (const work of MEDIA_WORKS) ended.inc({ work, how: 'died' }, 0)

  return {
    queueWaited: (kind, waited) => waits.observe({ class: kind }, waited),
    cutEnded({ format, outcome, code, receipt, seconds: took, cpuSeconds }) {
      const kind = receipt ? (KINDS[receipt.way] ?? receipt.way) : NO_KIND
      ends.inc({ format, outcome, code: code ?? NO_CODE })
      if (cpuSeconds !== null) cpu.inc({ kind }, cpuSeconds)
      if (receipt === null) return
      durations.observe({ kind }, took)
      fetched.inc({ kind }, receipt.bytesFetched)
      made.inc({ kind }, receipt.clipBytes)
      seconds.inc({ kind }, Math.max(0, receipt.durationSeconds))
      frames.inc({ kind, how: 'copied' }, receipt.framesCopied)
      frames.inc({ kind, how: 'encoded' }, receipt.framesReencoded)
    },
    mediaBegan: (work) => running.inc({ work }),
    mediaEnded(work, how) {
      running.dec({ work })
      ended.inc({ work, how })
    },
  } satisfies Partial<MetricsRecorder>
}
