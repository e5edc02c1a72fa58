import type { Receipt } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { ClipRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CutProgress } from '../../ports/media.ts'
import type { CutEnd } from '../../ports/metrics.ts'
import { type MediaSource, readingThrough } from '../../ports/sources.ts'
import type { Span, Tracing } from '../../ports/tracing.ts'
import type { Deps } from '../shared/deps.ts'

export type CutWatch = ReturnType<typeof watchCut>

export type WorkWatch = ReturnType<CutWatch['work']>

interface Period {
  from: Date
  to: Date
}

/** Records metrics and trace spans of one attempt at a clip: the duration of each part, and the end. */
export function watchCut(
  { clock, metricsRecorder, tracing }: Deps<'clock' | 'metricsRecorder' | 'tracing'>,
  clip: ClipRecord,
) {
  const begunAt = clock.now()
  const secondsSince = (time: Date) => Math.max(0, (begunAt.getTime() - time.getTime()) / 1000)
  // Only the first attempt has a known wait: the end of an earlier attempt is not stored.
  if (clip.startedAt === null) {
    metricsRecorder.queueWaited(clip.queueClass, secondsSince(clip.createdAt))
    tracing
      .begin('queue wait', { 'kerf.queue.class': clip.queueClass }, { kind: 'consumer', startedAt: clip.createdAt })
      .end(null, begunAt)
  }
  const { source, format, quality } = clip
  const attributes = { 'kerf.clip_id': clip.id, 'kerf.source': source, 'kerf.format': format, 'kerf.quality': quality }
  const span = tracing.begin('cut', attributes, { kind: 'consumer' })
  let cpuSeconds: number | null = null

  return {
    span,
    work: () => watchWork(clock, tracing, span),
    spent(seconds: number | null): void {
      if (seconds !== null) cpuSeconds = (cpuSeconds ?? 0) + seconds
    },
    /** CPU time of all media processes so far; null if the system does not report it. */
    cpuSeconds: (): number | null => cpuSeconds,
    end(outcome: CutEnd['outcome'], { code, receipt }: { code?: ErrorCode; receipt?: Receipt } = {}) {
      const seconds = Math.max(0, (clock.now().getTime() - begunAt.getTime()) / 1000)
      metricsRecorder.cutEnded({ format, outcome, code: code ?? null, receipt: receipt ?? null, seconds, cpuSeconds })
      span.set({
        'kerf.outcome': outcome,
        ...(receipt && attributesOf(receipt)),
        ...(cpuSeconds !== null && { 'kerf.cpu_seconds': cpuSeconds }),
      })
      span.end(outcome === 'completed' ? null : (code ?? outcome))
      return { seconds }
    },
  }
}

/**
 * Records spans of a cut, each from its first to its last event; they may overlap. `cut index` lasts until the plan,
 * and `cut check` is the probe of the result.
 */
function watchWork(clock: Clock, tracing: Tracing, span: Span) {
  const begunAt = clock.now()
  const stages = new Map<CutProgress['stage'], Period>()
  let fetchPeriod: (Period & { bytes: number; reads: number }) | null = null

  function noteRead(from: Date, bytes: number): void {
    fetchPeriod ??= { from, to: from, bytes: 0, reads: 0 }
    fetchPeriod = {
      from: fetchPeriod.from,
      to: clock.now(),
      bytes: fetchPeriod.bytes + bytes,
      reads: fetchPeriod.reads + 1,
    }
  }
  function addSpan(name: string, { from, to }: Period, attributes: Record<string, number> = {}): void {
    tracing.begin(name, attributes, { startedAt: from, within: span.traceparent }).end(null, to)
  }

  return {
    progress({ stage }: CutProgress): void {
      const now = clock.now()
      const period = stages.get(stage)
      if (period) period.to = now
      else stages.set(stage, { from: now, to: now })
    },
    reading: <S extends MediaSource>(source: S): S =>
      readingThrough(source, async (read, bytesOf) => {
        const from = clock.now()
        const result = await read(source)
        noteRead(from, bytesOf(result))
        return result
      }),
    end(): void {
      const now = clock.now()
      const [firstPeriod] = [...stages.values()]
      const checkPeriod = stages.get('checking')
      addSpan('cut index', { from: begunAt, to: firstPeriod?.from ?? now })
      if (fetchPeriod)
        addSpan('cut fetch', fetchPeriod, { 'kerf.bytes': fetchPeriod.bytes, 'kerf.reads': fetchPeriod.reads })
      const encodePeriod = stages.get('encoding')
      if (encodePeriod) addSpan('cut encode', encodePeriod)
      if (firstPeriod) addSpan('cut write', { from: firstPeriod.from, to: checkPeriod?.from ?? now })
      if (checkPeriod) addSpan('cut check', { from: checkPeriod.from, to: now })
    },
  }
}

function attributesOf({ way, frames, framesReencoded, durationSeconds, bytesFetched, clipBytes }: Receipt) {
  return {
    'kerf.way': way,
    'kerf.frames': frames,
    'kerf.frames_encoded': framesReencoded,
    'kerf.clip_seconds': durationSeconds,
    'kerf.bytes_fetched': bytesFetched,
    'kerf.clip_bytes': clipBytes,
  }
}
