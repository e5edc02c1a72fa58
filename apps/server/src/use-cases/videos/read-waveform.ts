import type { QueryOf } from '@kerf/contract/protocol/endpoint'
import type { readWaveform as readWaveformCall, Waveform } from '@kerf/contract/video'
import { audioPieces } from '@kerf/domain/ranges/previews'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { Own } from '../shared/deps.ts'
import { done, type Outcome, readingOutcome, refused } from '../shared/outcome.ts'
import { findWithSource } from './find-video.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'

export type AskedAudio = QueryOf<typeof readWaveformCall>

/** The waveform of a viewer's own video, or of a part of it. No peaks when the source cannot be read. */
export async function readWaveform(
  deps: LocateDeps,
  { asked, signal, ...own }: Own & { asked: AskedAudio; signal: AbortSignal },
): Promise<Outcome<Waveform>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const { waveform: shape, durationSeconds } = found.value.video.details
  const read = found.value.source.readWaveform
  if (!shape || !read) return refused('not_found')
  const known = async (reading: (address: string) => Promise<Waveform>): Promise<Outcome<Waveform>> => {
    const located = await locateVideo(deps, found.value.video)
    const address = located.ok && located.value.waveform?.address
    const result = address ? await readingOutcome(() => reading(address)) : null
    return result?.ok ? result : done({ peaksPerSecond: shape.peaksPerSecond, peaks: [] })
  }
  if (!shape.inPieces) return known((address) => read(address, signal))
  const pieces = askedPieces(asked, durationSeconds)
  if (pieces.length === 0)
    return refused('invalid_request', {
      meaning: '"from" and "to" must be a part of the video of at most 900 seconds.',
    })
  return known(async (address) => joinedPieces(await Promise.all(pieces.map((piece) => read(address, signal, piece)))))
}

/** The pieces of audio that hold what is asked for, within the video; none where it is no part of the video, or too much of it. */
export function askedPieces({ from, to }: AskedAudio, durationSeconds: number): TimeRange[] {
  if (from === undefined || to === undefined || from >= durationSeconds) return []
  return audioPieces({ startTime: from, endTime: Math.min(to, durationSeconds) })
    .filter(({ startTime }) => startTime < durationSeconds)
    .map(({ startTime, endTime }) => ({ startTime, endTime: Math.min(endTime, durationSeconds) }))
}

export function joinedPieces(pieces: readonly Waveform[]): Waveform {
  const [first, ...more] = pieces
  if (!first) throw new Error('There is no piece to join.')
  return { ...first, peaks: [...first.peaks, ...more.flatMap(({ peaks }) => peaks)] }
}
