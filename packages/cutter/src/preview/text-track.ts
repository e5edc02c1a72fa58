import { asBrokenMedia, CutterError, throwIfCancelled } from '../api/cutter-error.ts'
import { MOST_CAPTION_BYTES, type SubtitleCue } from '../api/subtitles.ts'
import type { Media } from '../demux/common/media.ts'
import { newMeter } from '../io/part-reader.ts'

/** Tables that say where the text is may be as large as the text itself. */
const MOST_READ_BYTES = 2 * MOST_CAPTION_BYTES

/**
 * The cues of one of `facts.textTracks`, in order and on the media's timeline, as plain text. Reads what belongs to the track,
 * and no more than twice MOST_CAPTION_BYTES. Of more than MOST_CUES cues the first ones.
 * @param index from 0
 * @throws CutterError unsupported_media if there is no such track or it takes too much to read, broken_media, source_failed, cancelled
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
    return await track.read({ signal, meter: newMeter(MOST_READ_BYTES) })
  } catch (error) {
    throwIfCancelled(signal)
    throw asBrokenMedia(error, 'The text track cannot be read')
  }
}
