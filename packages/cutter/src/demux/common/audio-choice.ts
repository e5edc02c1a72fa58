import type { InputTrack } from 'mediabunny'
import { CutterError } from '../../api/cutter-error.ts'
import type { AudioTrackFacts } from '../../api/media-facts.ts'
import { MOST_STREAMS } from '../../api/media-limits.ts'
import { audioCodecName } from '../../bitstream/codec-names.ts'
import type { AudioDescription } from './track-descriptions.ts'

/** Readable audio of a file, and the track that is opened. */
export interface AudioChoice<T> {
  readable: readonly T[]
  /** What is opened if nobody chooses; it may be unreadable, and is reported then. null: there is no audio. */
  byDefault: T | null
  chosen: T | null
}

/**
 * @param readable in the file's order
 * @param index which of them; undefined: the default
 * @throws CutterError unsupported_media if there is no such track
 */
export function chooseAudio<T>(readable: readonly T[], byDefault: T | null, index: number | undefined): AudioChoice<T> {
  const known = readable.slice(0, MOST_STREAMS)
  const chosen = index === undefined ? byDefault : (known[index] ?? null)
  if (index !== undefined && !chosen) throw noSuchTrack(index, known.length)
  return { readable: known, byDefault, chosen }
}

export function noSuchTrack(index: number, count: number): CutterError {
  const what = count === 0 ? 'none that can be read' : `${count} that can be read`
  return new CutterError('unsupported_media', `There is no audio track ${index + 1}: the media has ${what}.`)
}

/** The audio tracks among which a viewer may choose; nothing where there is no choice. @param opened the chosen one */
export async function audioTrackFacts<T>(
  { readable, byDefault, chosen }: AudioChoice<T>,
  opened: AudioDescription | null | undefined,
  describe: (track: T) => Promise<Omit<AudioTrackFacts, 'isDefault'>> | Omit<AudioTrackFacts, 'isDefault'>,
): Promise<{ audioTracks?: AudioTrackFacts[] }> {
  if (readable.length < 2) return {}
  const audioTracks: AudioTrackFacts[] = []
  for (const track of readable) {
    const described = await describe(track)
    // What a decoder makes of it counts, where one was asked.
    const known = track === chosen && opened ? { codec: opened.codec, channels: opened.channels } : {}
    audioTracks.push({ ...described, ...known, isDefault: track === byDefault })
  }
  return { audioTracks }
}

/** A readable track as mediabunny knows it. */
export async function describeInput(track: InputTrack): Promise<Pick<AudioTrackFacts, 'codec' | 'channels'>> {
  const channels = track.isAudioTrack() ? await track.getNumberOfChannels() : 0
  return { codec: audioCodecName(await track.getCodec())!, channels }
}
