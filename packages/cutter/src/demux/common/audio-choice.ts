import type { InputTrack } from 'mediabunny'
import { CutterError } from '../../api/cutter-error.ts'
import type { AudioTrackFacts } from '../../api/media-facts.ts'
import { MAX_STREAMS } from '../../api/media-limits.ts'
import { audioCodecName } from '../../bitstream/codec-names.ts'
import type { AudioDescription } from './track-descriptions.ts'

/** The readable audio tracks of a file, and the track to open. */
export interface AudioChoice<T> {
  readable: readonly T[]
  /** Default track; null if there is no audio. An unreadable default track is reported when it is opened. */
  defaultTrack: T | null
  chosen: T | null
}

/**
 * Chooses the audio track to open.
 * @param readable tracks in the file's order
 * @param index of the track among the readable ones; undefined: the default track
 * @throws CutterError unsupported_media if there is no track with this index
 */
export function chooseAudio<T>(
  readable: readonly T[],
  defaultTrack: T | null,
  index: number | undefined,
): AudioChoice<T> {
  const choices = readable.slice(0, MAX_STREAMS)
  const chosen = index === undefined ? defaultTrack : (choices[index] ?? null)
  if (index !== undefined && !chosen) throw noSuchTrack(index, choices.length)
  return { readable: choices, defaultTrack, chosen }
}

export function noSuchTrack(index: number, count: number): CutterError {
  const inventory = count === 0 ? 'none that can be read' : `${count} that can be read`
  return new CutterError('unsupported_media', `There is no audio track ${index + 1}: the media has ${inventory}.`)
}

/** Facts of the audio tracks that a viewer can choose from; empty for fewer than two. @param opened the chosen track */
export async function audioTrackFacts<T>(
  { readable, defaultTrack, chosen }: AudioChoice<T>,
  opened: AudioDescription | null | undefined,
  describe: (track: T) => Promise<Omit<AudioTrackFacts, 'isDefault'>> | Omit<AudioTrackFacts, 'isDefault'>,
): Promise<{ audioTracks?: AudioTrackFacts[] }> {
  if (readable.length < 2) return {}
  const audioTracks: AudioTrackFacts[] = []
  for (const track of readable) {
    const description = await describe(track)
    // The opened track was decoded, so its codec and channels are more reliable than the container's.
    const openedFormat = track === chosen && opened ? { codec: opened.codec, channels: opened.channels } : {}
    audioTracks.push({ ...description, ...openedFormat, isDefault: track === defaultTrack })
  }
  return { audioTracks }
}

/** Codec and number of channels of a readable track, from mediabunny. */
export async function describeInput(track: InputTrack): Promise<Pick<AudioTrackFacts, 'codec' | 'channels'>> {
  const channels = track.isAudioTrack() ? await track.getNumberOfChannels() : 0
  return { codec: audioCodecName(await track.getCodec())!, channels }
}
