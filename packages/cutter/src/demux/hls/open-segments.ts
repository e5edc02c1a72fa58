import { brokenMedia } from '../../api/cutter-error.ts'
import type { SegmentSource } from '../../api/segment-source.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { CachedRecordings, partStartingAt } from '../common/recordings.ts'
import { ScatteredPacketReader } from '../common/scattered-packet-reader.ts'
import { openMp4Recording } from './mp4-recording.ts'
import { createSegmentReader, type RecordingSource } from './segment-reader.ts'
import { byteRangeKeyOf, positionOf, type SegmentPackets } from './segment-scan.ts'
import { type Recording, recordingsOf } from './segment-times.ts'
import { openTsRecording } from './ts-recording.ts'

/** Opens media in segments. Reads only the first segment of its longest recording. */
export async function openSegments(
  source: SegmentSource,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const recordings = recordingsOf(source)
  const [longest] = recordings.toSorted((a, b) => durationOf(b) - durationOf(a))
  if (!longest) throw brokenMedia('The playlist has nothing to show.')
  const sharedSource = recordingSource(source, recordings)
  const open = (recording: Recording, reading: ReadOptions) =>
    recording.initSection === null
      ? openTsRecording(sharedSource, recording, wantedTracks, reading)
      : openMp4Recording(sharedSource, recording, recording.initSection, wantedTracks, reading)
  const longestPart = await open(longest, options)
  if (recordings.length === 1 && longest.startTime === 0) return { ...longestPart, isInSegments: true }
  const cachedRecordings = new CachedRecordings(
    recordings.map(({ startTime, endTime }) => ({ startTime, endTime })),
    (index, reading) => open(recordings[index]!, reading),
  )
  const mainRecording = recordings.indexOf(longest)
  cachedRecordings.keep(mainRecording, longestPart)
  const durationSeconds = recordings.at(-1)!.endTime
  const movedPart = partStartingAt(longestPart, longest.startTime)
  return { ...movedPart, durationSeconds, recordings: cachedRecordings, mainRecording }
}

const durationOf = ({ startTime, endTime }: Recording): number => endTime - startTime

function recordingSource(source: SegmentSource, recordings: readonly Recording[]): RecordingSource {
  const demuxers = new Map<Recording, (key: number, options: ReadOptions) => Promise<SegmentPackets>>()
  const reader = new ScatteredPacketReader<SegmentPackets>((key, options) => {
    const position = Math.floor(positionOf(key))
    const recording = recordings.findLast(({ firstPosition }) => firstPosition <= position)!
    return demuxers.get(recording)!(key, options)
  }, byteRangeKeyOf(source.segments.length))
  return {
    segments: createSegmentReader(source),
    readerFor<T extends SegmentPackets>(
      recording: Recording,
      demux: (key: number, options: ReadOptions) => Promise<T>,
    ) {
      demuxers.set(recording, demux)
      // The keys of a recording only lead to results of its own demuxer, so the type is right.
      return reader as unknown as ScatteredPacketReader<T>
    },
  }
}
