import { asBrokenMedia, CutterError, throwIfCancelled } from '../api/cutter-error.ts'
import { MAX_CAPTION_BYTES, type SubtitleCue } from '../api/subtitles.ts'
import type { Media } from '../demux/common/media.ts'
import { newMeter } from '../io/part-reader.ts'

/** Maximum number of bytes to read, because the tables of a track may be as large as its text. */
const MAX_READ_BYTES = 2 * MAX_CAPTION_BYTES

/**
 * Reads the cues of one of `facts.textTracks` as plain text, in order, on the media's timeline. Only the track's own
 * bytes are read, and at most twice MAX_CAPTION_BYTES. The result has at most MAX_CUES cues, the first ones.
 * @param index index into `facts.textTracks`, from 0
 * @throws CutterError unsupported_media if there is no such track or it is too large, broken_media, source_failed,
 * cancelled
 */
export async function readTextTrack(
  media: Media,
  index: number,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SubtitleCue[]> {
  const track = media.texts[index]
  if (!track) {
    throw new CutterError(
      'unsupported_media',
      `There is no text track ${index + 1}: the media has ${media.texts.length}.`,
    )
  }
  try {
    return await track.read({ signal, meter: newMeter(MAX_READ_BYTES) })
  } catch (error) {
    throwIfCancelled(signal)
    throw asBrokenMedia(error, 'The text track cannot be read')
  }
}
