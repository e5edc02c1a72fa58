import type { QueryOf } from '@kerf/contract/protocol/endpoint'
import type { readWaveform as readWaveformCall, Waveform } from '@kerf/contract/video'
import { audioPieces } from '@kerf/domain/ranges/previews'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { Own } from '../shared/deps.ts'
import { done, type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'

export type AudioQuery = QueryOf<typeof readWaveformCall>

/** Reads the waveform of a viewer's own video, or of a part of it. Returns no peaks if the source cannot be read. */
export async function readWaveform(
  deps: LocateDeps,
  { query, signal, ...own }: Own & { query: AudioQuery; signal: AbortSignal },
): Promise<Outcome<Waveform>> {
  const lookup = await findWithSource(deps, own)
  if (!lookup.ok) return lookup
  const { waveform: shape, durationSeconds } = lookup.value.video.details
  const read = lookup.value.source.readWaveform
  if (!shape || !read) return refused('not_found')
  const readLocated = async (readWaveformAt: (address: string) => Promise<Waveform>): Promise<Outcome<Waveform>> => {
    const locatedVideo = await locateVideo(deps, lookup.value.video)
    const address = locatedVideo.ok && locatedVideo.value.waveform?.address
    const result = address ? await readingOutcome(() => readWaveformAt(address)) : null
    return result?.ok ? result : done({ peaksPerSecond: shape.peaksPerSecond, peaks: [] })
  }
  if (!shape.inPieces) return readLocated((address) => read(address, signal))
  const pieces = requestedParts(query, durationSeconds)
  if (pieces.length === 0)
    return refused('invalid_request', {
      meaning: '"from" and "to" must be a part of the video of at most 900 seconds.',
    })
  return readLocated(async (address) =>
    joinWaveforms(await Promise.all(pieces.map((piece) => read(address, signal, piece)))),
  )
}

/**
 * Audio parts that cover the requested range, within the video. Empty if the range is missing, outside the video, or
 * too long.
 */
export function requestedParts({ from, to }: AudioQuery, durationSeconds: number): TimeRange[] {
  if (from === undefined || to === undefined || from >= durationSeconds) return []
  return audioPieces({ startTime: from, endTime: Math.min(to, durationSeconds) })
    .filter(({ startTime }) => startTime < durationSeconds)
    .map(({ startTime, endTime }) => ({ startTime, endTime: Math.min(endTime, durationSeconds) }))
}

export function joinWaveforms(pieces: readonly Waveform[]): Waveform {
  const [first, ...furtherPieces] = pieces
  if (!first) throw new Error('There is no piece to join.')
  return { ...first, peaks: [...first.peaks, ...furtherPieces.flatMap(({ peaks }) => peaks)] }
}
