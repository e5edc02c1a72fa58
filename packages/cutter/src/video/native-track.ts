import type { CutWay } from '../api/cut-plan.ts'
import { unsupportedMedia } from '../api/cutter-error.ts'
import { av1Configuration } from '../bitstream/av1/av1-configuration.ts'
import { readTemporalUnit, withoutDelimiters } from '../bitstream/av1/temporal-unit.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import { av1SampleEntry, coloursBox, vp9SampleEntry } from '../bitstream/sample-entries.ts'
import { vp9Configuration } from '../bitstream/vp9/vp9-configuration.ts'
import { shownSize } from '../plan/display-size.ts'
import type { TranscodeVideoTask } from '../plan/plan-video.ts'
import type { ClipPacket, ClipTrack, WebmTrack, WebmTrackHeader } from '../supply/clip-track.ts'
import { type NativeVideoInput, nativeVideo } from './native-video.ts'
import { frameRateOf, nativeMaxBitrate, threadsFor } from './rate-rule.ts'
import { packetsOf, streamOf, type VideoWork } from './video-track.ts'

/** How many frames came about in which way: final once the track's packets were all taken. */
export interface NativeCounts {
  copied: number
  encoded: number
}

/** Which packets may be copied is seen only in themselves. */
export function nativeWay({ copied, encoded }: NativeCounts): CutWay {
  return encoded === 0 ? 'copied' : copied === 0 ? 'transcoded' : 'smart'
}

/** The frames in the media's own codec for a WebM: copied except at the edges of each range. */
export function nativeWebmTrack(tasks: readonly TranscodeVideoTask[], work: VideoWork) {
  const { description, frames, codec, counts } = nativeFrames(tasks, work)
  const { width, height, colours } = description
  const shown = shownSize(description, null)
  const codecId = ({ vp8: 'V_VP8', vp9: 'V_VP9', av1: 'V_AV1' } as const)[codec]
  const track: WebmTrack = {
    timescale: frames.timescale,
    packetTicks: null,
    endTick: () => frames.endTick,
    packets: frames.packets(),
    header: (): WebmTrackHeader => ({
      codecId,
      codecPrivate: frames.sequenceHeader() && av1Configuration(frames.sequenceHeader()!),
      video: { width, height, displayWidth: shown.width, displayHeight: shown.height, colours },
      audio: null,
    }),
  }
  return { track, counts }
}

/** The same for an MP4, of VP9 or AV1. */
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
    const [ofSource] = description.configurations
    // Keyframes bring their own sequence header: the one in front is that of most frames.
    const isOfSource = ofSource && ofSource.length > AV1_RECORD_BYTES && counts.copied > 0
    const configuration = isOfSource ? ofSource : av1Configuration(frames.sequenceHeader()!)
    return av1SampleEntry({ width, height }, configuration, boxes)
  }
  const { timescale, endTick } = frames
  const display = { width, height, matrix: opened.matrix }
  const track: ClipTrack = { kind: 'video', timescale, endTick, packets: frames.packets(), sampleEntry, display }
  return { track, counts, encodedFrames: () => counts.encoded }
}

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
  // An MP4 may keep it in its own header alone.
  const inHeader = description.configurations[0]?.subarray(AV1_RECORD_BYTES) ?? null
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
          data: codec === 'av1' ? readable(packet, sequence, inHeader) : packet.data,
        }
      }
      startTick += task.window.endTick - task.window.firstTick
    }
  }
  const frames = {
    timescale: window.timescale,
    endTick: tasks.reduce((sum, task) => sum + task.window.endTick - task.window.firstTick, 0),
    packets,
    /** Of AV1, once a packet was taken. */
    sequenceHeader: () => sequence.header,
    /** Its beginning, once a packet was taken. */
    firstKeyframe: () => firstKeyframe,
  }
  return { description, codec, counts, frames }
}

/** More than the uncompressed header of a keyframe says of its colours. */
const HEADER_BYTES = 16

/** Keyframes of several encoders are in one file: each carries its own sequence header. */
function readable({ data, isSync }: ClipPacket, sequence: { header: Uint8Array | null }, source: Uint8Array | null) {
  const plain = withoutDelimiters(data)
  if (!isSync) return plain
  const own = readTemporalUnit(plain).sequenceHeader
  if (!own && !source) throw unsupportedMedia('The frames do not tell how they are to be read.')
  sequence.header ??= Uint8Array.from(own ?? source!)
  return own ? plain : Buffer.concat([source!, plain])
}

function nativeInput(task: TranscodeVideoTask, index: number, work: VideoWork): Omit<NativeVideoInput, 'onFrame'> {
  const { opened, packets, window } = task
  const { firstTick, lastTick, timescale } = window
  return {
    stream: streamOf(task),
    settings: {
      codec: opened.description.codec as NativeCodec,
      timescale,
      frameRate: frameRateOf([task]),
      // Without sizes of packets, quality alone decides.
      maxBitrate: packets && nativeMaxBitrate(packets, window),
      threads: threadsFor([task], work.encoderThreads),
    },
    packets: packetsOf(task, index, work),
    areGoingOn: packets === null || task.isEndKnown === true,
    window: { firstTick, lastTick },
    signal: work.signal,
  }
}
