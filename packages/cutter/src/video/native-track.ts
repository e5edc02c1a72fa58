import type { CutMethod } from '../api/cut-plan.ts'
import { unsupportedMedia } from '../api/cutter-error.ts'
import { av1Configuration } from '../bitstream/av1/av1-configuration.ts'
import { readTemporalUnit, withoutDelimiters } from '../bitstream/av1/temporal-unit.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import { av1SampleEntry, coloursBox, vp9SampleEntry } from '../bitstream/sample-entries.ts'
import { vp9Configuration } from '../bitstream/vp9/vp9-configuration.ts'
import { displayedSize } from '../plan/display-size.ts'
import type { TranscodeVideoTask } from '../plan/plan-video.ts'
import type { ClipPacket, ClipTrack, WebmTrack, WebmTrackHeader } from '../supply/clip-track.ts'
import { type NativeVideoInput, nativeVideo } from './native-video.ts'
import { frameRateOf, nativeMaxBitrate, threadsFor } from './rate-rule.ts'
import { frameStreamOf, packetsOf, type VideoWork } from './video-track.ts'

/** Numbers of copied and re-encoded frames. They are final after all packets of the track were taken. */
export interface NativeCounts {
  copied: number
  encoded: number
}

/** How a native clip was made, from its counts: only the cut finds out which packets can be copied. */
export function nativeCutMethod({ copied, encoded }: NativeCounts): CutMethod {
  return encoded === 0 ? 'copied' : copied === 0 ? 'transcoded' : 'smart'
}

/** A WebM track in the media's own codec. Frames are copied except at the edges of each range. */
export function nativeWebmTrack(tasks: readonly TranscodeVideoTask[], work: VideoWork) {
  const { description, frames, codec, counts } = nativeFrames(tasks, work)
  const { width, height, colours } = description
  const displaySize = displayedSize(description, null)
  const codecId = ({ vp8: 'V_VP8', vp9: 'V_VP9', av1: 'V_AV1' } as const)[codec]
  const track: WebmTrack = {
    timescale: frames.timescale,
    packetTicks: null,
    endTick: () => frames.endTick,
    packets: frames.packets(),
    header: (): WebmTrackHeader => ({
      codecId,
      codecPrivate: frames.sequenceHeader() && av1Configuration(frames.sequenceHeader()!),
      video: { width, height, displayWidth: displaySize.width, displayHeight: displaySize.height, colours },
      audio: null,
    }),
  }
  return { track, counts }
}

/** An MP4 track of VP9 or AV1. Frames are copied except at the edges of each range. */
export function nativeMp4Track(tasks: readonly TranscodeVideoTask[], work: VideoWork) {
  const { description, frames, codec, counts } = nativeFrames(tasks, work)
  const { opened } = tasks[0]!
  const { width, height, colours, displayBoxes } = description
  const isColoured = displayBoxes.some((box) => box.toString('latin1', 4, 8) === 'colr')
  const boxes = [...displayBoxes, ...(colours && !isColoured ? [coloursBox(colours)] : [])]
  const sampleEntry = (): Buffer => {
    if (codec === 'vp9') {
      const frameRate = frameRateOf(tasks)
      const configuration = vp9Configuration(frames.firstKeyframe(), { width, height, frameRate, colours })
      return vp9SampleEntry({ width, height }, configuration, boxes)
    }
    const [sourceConfiguration] = description.configurations
    // Each keyframe has its own sequence header. The sample entry has the source's, because most frames are copied.
    const hasSourceHeader = sourceConfiguration && sourceConfiguration.length > AV1_RECORD_BYTES && counts.copied > 0
    const configuration = hasSourceHeader ? sourceConfiguration : av1Configuration(frames.sequenceHeader()!)
    return av1SampleEntry({ width, height }, configuration, boxes)
  }
  const { timescale, endTick } = frames
  const display = { width, height, matrix: opened.matrix }
  const track: ClipTrack = { kind: 'video', timescale, endTick, packets: frames.packets(), sampleEntry, display }
  return { track, counts, encodedFrames: () => counts.encoded }
}

/** Size of the fixed fields of av1C, after which a sequence header may follow. */
const AV1_RECORD_BYTES = 4

function nativeFrames(tasks: readonly TranscodeVideoTask[], work: VideoWork) {
  const { opened, window } = tasks[0]!
  const { description } = opened
  const codec = description.codec as NativeCodec
  const counts: NativeCounts = { copied: 0, encoded: 0 }
  const onFrame = (how: keyof NativeCounts) => {
    counts[how] += 1
    work.progress.addFrame()
  }
  // An MP4 may have the sequence header only in its sample entry.
  const entryHeader = description.configurations[0]?.subarray(AV1_RECORD_BYTES) ?? null
  const sequence: { header: Uint8Array | null } = { header: null }
  let firstKeyframe = new Uint8Array()
  async function* packets(): AsyncGenerator<ClipPacket, void> {
    let startTick = 0
    for (const [index, task] of tasks.entries()) {
      for await (const packet of nativeVideo({ ...nativeInput(task, index, work), onFrame })) {
        if (firstKeyframe.length === 0) firstKeyframe = Uint8Array.from(packet.data.subarray(0, HEADER_BYTES))
        yield {
          ...packet,
          pts: packet.pts + startTick,
          data: codec === 'av1' ? withSequenceHeader(packet, sequence, entryHeader) : packet.data,
        }
      }
      startTick += task.window.endTick - task.window.firstTick
    }
  }
  const frames = {
    timescale: window.timescale,
    endTick: tasks.reduce((sum, task) => sum + task.window.endTick - task.window.firstTick, 0),
    packets,
    /** Sequence header of AV1, available after the first packet was taken. */
    sequenceHeader: () => sequence.header,
    /** First bytes of the first keyframe, available after it was taken. */
    firstKeyframe: () => firstKeyframe,
  }
  return { description, codec, counts, frames }
}

/** Bytes of a VP9 keyframe that contain all fields about its colours. */
const HEADER_BYTES = 16

/** Gives each keyframe its own sequence header, because one file has keyframes of the source and of our encoder. */
function withSequenceHeader(
  { data, isSync }: ClipPacket,
  sequence: { header: Uint8Array | null },
  entryHeader: Uint8Array | null,
) {
  const obus = withoutDelimiters(data)
  if (!isSync) return obus
  const packetHeader = readTemporalUnit(obus).sequenceHeader
  if (!packetHeader && !entryHeader) throw unsupportedMedia('The frames do not tell how they are to be read.')
  sequence.header ??= Uint8Array.from(packetHeader ?? entryHeader!)
  return packetHeader ? obus : Buffer.concat([entryHeader!, obus])
}

function nativeInput(task: TranscodeVideoTask, index: number, work: VideoWork): Omit<NativeVideoInput, 'onFrame'> {
  const { opened, packets, window } = task
  const { firstTick, lastTick, timescale } = window
  return {
    codecs: work.codecs,
    stream: frameStreamOf(task),
    settings: {
      codec: opened.description.codec as NativeCodec,
      timescale,
      frameRate: frameRateOf([task]),
      // The bitrate has no limit if the sizes of the packets are unknown.
      maxBitrate: packets && nativeMaxBitrate(packets, window),
      threads: threadsFor([task], work.encoderThreads),
    },
    packets: packetsOf(task, index, work),
    isEndKnown: packets === null || task.isEndKnown === true,
    window: { firstTick, lastTick },
    signal: work.signal,
  }
}
