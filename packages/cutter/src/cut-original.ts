import type { ClipSink } from './api/clip-sink.ts'
import { unsupportedMedia } from './api/cutter-error.ts'
import { type AudioWork, opusTrack, sourceAround } from './audio/audio-track.ts'
import { samplesOf } from './audio/joined-audio.ts'
import { SHORTEST_SPLICE_SAMPLES, splicedOpus } from './audio/opus-audio.ts'
import { av1Configuration } from './bitstream/av1/av1-configuration.ts'
import { readTemporalUnit, withoutDelimiters } from './bitstream/av1/temporal-unit.ts'
import type { NativeCodec } from './bitstream/codec-names.ts'
import { isPlainOpusHead } from './bitstream/opus.ts'
import { webvttTrack } from './mux/webm/webvtt-track.ts'
import { writeWebm } from './mux/webm/write-webm.ts'
import type { ClipText } from './plan/clip-text.ts'
import type { ClipAudio, ClipFrames, CutTask } from './plan/cut-task.ts'
import { shownSize } from './plan/display-size.ts'
import type { EncodeAudioTask } from './plan/plan-audio.ts'
import { receiptTimes } from './plan/plan-facts.ts'
import type { TranscodeVideoTask } from './plan/plan-video.ts'
import type { ClipPacket, WebmTrack, WebmTrackHeader } from './supply/clip-track.ts'
import { nativeVideo } from './video/native-video.ts'
import { nativeMaxBitrate, usualThreads } from './video/rate-rule.ts'
import { packetsOf, streamOf, type VideoWork } from './video/video-track.ts'

/** A WebM in the media's own codecs. Only the frames and the audio at the edges are re-encoded. */
export async function cutOriginal(
  { video: frames, audio, request }: CutTask & { video: Extract<ClipFrames, { kind: 'transcode' }> },
  { cues, chapters }: ClipText,
  sink: ClipSink,
  work: VideoWork & AudioWork,
) {
  if (request.kind !== 'original') throw new Error('No other clip is a WebM in its own codec.')
  const counts = { copied: 0, encoded: 0 }
  const video = frameTrack(frames.parts, work, (how) => {
    counts[how] += 1
    work.progress.addFrame()
  })
  const tracks = [
    video,
    ...(audio ? [inLanguage(audioTrack(audio, work), request.audioLanguage)] : []),
    ...(cues?.[0] ? [webvttTrack(cues, request.subtitles?.language)] : []),
  ]
  const written = await writeWebm(sink, tracks, { signal: work.signal, chapters: chapters ?? [] })
  const { copied, encoded } = counts
  return {
    frames: copied + encoded,
    ...receiptTimes(frames, audio && written.packets[1] ? audio : null),
    framesCopied: copied,
    framesReencoded: encoded,
    durationSeconds: video.endTick() / video.timescale,
    clipBytes: written.sizeBytes,
    way: encoded === 0 ? ('copied' as const) : copied === 0 ? ('transcoded' as const) : ('smart' as const),
    container: 'webm' as const,
  }
}

function frameTrack(
  tasks: readonly TranscodeVideoTask[],
  work: VideoWork,
  onFrame: (how: 'copied' | 'encoded') => void,
): WebmTrack {
  const { opened, window } = tasks[0]!
  const { description } = opened
  const codec = description.codec as NativeCodec
  // An MP4 may keep it in its own header alone.
  const inHeader = description.configurations[0]?.subarray(AV1_RECORD_BYTES) ?? null
  const sequence: { header: Uint8Array | null } = { header: null }
  async function* packets(): AsyncGenerator<ClipPacket, void> {
    let startTick = 0
    for (const [index, task] of tasks.entries()) {
      for await (const packet of nativeVideo({ ...nativeInput(task, index, work), onFrame })) {
        yield {
          ...packet,
          pts: packet.pts + startTick,
          data: codec === 'av1' ? readable(packet, sequence, inHeader) : packet.data,
        }
      }
      startTick += task.window.endTick - task.window.firstTick
    }
  }
  const display = shownSize(description, null)
  const size = { width: description.width, height: description.height }
  const codecId = ({ vp8: 'V_VP8', vp9: 'V_VP9', av1: 'V_AV1' } as const)[codec]
  return {
    timescale: window.timescale,
    packetTicks: null,
    endTick: () => tasks.reduce((sum, task) => sum + task.window.endTick - task.window.firstTick, 0),
    packets: packets(),
    header: (): WebmTrackHeader => ({
      codecId,
      codecPrivate: sequence.header && av1Configuration(sequence.header),
      video: { ...size, displayWidth: display.width, displayHeight: display.height, colours: description.colours },
      audio: null,
    }),
  }
}

function inLanguage(track: WebmTrack, language: string | undefined): WebmTrack {
  return { ...track, header: () => ({ ...track.header(), language }) }
}

const AV1_RECORD_BYTES = 4

/** Keyframes of several encoders are in one file: each carries its own sequence header. */
function readable({ data, isSync }: ClipPacket, sequence: { header: Uint8Array | null }, source: Uint8Array | null) {
  const plain = withoutDelimiters(data)
  if (!isSync) return plain
  const own = readTemporalUnit(plain).sequenceHeader
  if (!own && !source) throw unsupportedMedia('The frames do not tell how they are to be read.')
  sequence.header ??= Uint8Array.from(own ?? source!)
  return own ? plain : Buffer.concat([source!, plain])
}

function nativeInput(task: TranscodeVideoTask, index: number, work: VideoWork) {
  const { opened, packets, window } = task
  const { firstTick, lastTick, timescale } = window
  return {
    stream: streamOf(task),
    settings: {
      codec: opened.description.codec as NativeCodec,
      timescale,
      frameRate: opened.frameRate || 30,
      // Without sizes of packets, quality alone decides.
      maxBitrate: packets && nativeMaxBitrate(packets, window),
      threads: work.encoderThreads ?? usualThreads(),
    },
    packets: packetsOf(task, index, work),
    areGoingOn: packets === null || task.isEndKnown === true,
    window: { firstTick, lastTick },
    signal: work.signal,
  }
}

function audioTrack({ parts }: ClipAudio, work: VideoWork & AudioWork): WebmTrack {
  const [first] = parts
  const { channels, opened } = first!
  const samples = samplesOf(parts)
  const { codec, configuration } = opened.description
  const isAsItWas = work.audioChanges === undefined && codec === 'opus'
  const isCopyable = isAsItWas && opened.description.channels === channels && isPlainOpusHead(configuration)
  const { signal, progress } = work
  if (parts.length > 1 || !isCopyable || samples < SHORTEST_SPLICE_SAMPLES) {
    return opusTrack(parts as EncodeAudioTask[], work)
  }
  const { fromSample, toSample, packets, sampleRate } = first!
  const { stream, range } = sourceAround(first!)
  return splicedOpus({
    stream: { ...stream, sampleRate, channels },
    packets: work.supply.of(0).packets(opened, packets, range),
    fromSample,
    toSample,
    channels,
    onSample: (sample) => progress.addAudio((sample - fromSample) / samples),
    signal,
  })
}
