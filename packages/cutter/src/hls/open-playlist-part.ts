import type { PartReader, ReadOptions } from '../bytes/part-reader.ts'
import { asBrokenMedia, CutterError, throwIfCancelled } from '../cutter-error.ts'
import { SharedStretches } from '../demux/common/byte-range-reader.ts'
import type { OpenedPart, WantedTracks } from '../demux/common/opened-part.ts'
import { KeptRecordings, placedAt } from '../demux/common/recordings.ts'
import { openMp4Recording, openTsRecording, type RecordingSource } from './open-recording.ts'
import { decodeTable, tableBytes } from './playlist-layout.ts'
import { longestOf, type Recording, recordingsOf } from './playlist-recordings.ts'
import { PARTS_OF_SEGMENT } from './segment-parts.ts'

/** Opens the source that `playlistSource` made. Reads the first segment of its longest recording, and none of the others. */
export async function openPlaylistPart(
  reader: PartReader,
  firstBytes: Buffer,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  try {
    const size = tableBytes(firstBytes)
    const table = decodeTable(
      size <= firstBytes.length ? firstBytes.subarray(0, size) : await reader.read(0, size, options),
    )
    const recordings = recordingsOf(table)
    const main = recordings[longestOf(recordings)]
    if (!main) {
      throw new CutterError('broken_media', 'The playlist has nothing to show.')
    }
    const source: RecordingSource = {
      reader,
      table,
      stretches: new SharedStretches(table.segments.length * PARTS_OF_SEGMENT),
    }
    const open = (recording: Recording, reading: ReadOptions) =>
      recording.map === null
        ? openTsRecording(source, recording, wanted, reading)
        : openMp4Recording(source, recording, recording.map, wanted, reading)
    const [only, ...others] = recordings
    const opened = await open(main, options)
    if (others.length === 0 && only!.startSeconds === 0) {
      return opened
    }
    const kept = new KeptRecordings(
      recordings.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds })),
      (index, reading) => open(recordings[index]!, reading),
    )
    const mainRecording = recordings.indexOf(main)
    kept.keep(mainRecording, opened)
    const durationSeconds = recordings.at(-1)!.endSeconds
    return { ...placedAt(opened, main.startSeconds), durationSeconds, recordings: kept, mainRecording }
  } catch (error) {
    throwIfCancelled(options.signal)
    throw asBrokenMedia(error, 'The playlist cannot be read')
  }
}
