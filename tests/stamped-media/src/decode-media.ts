import {
  AV_CODEC_FLAG2_SKIP_MANUAL,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_FRAME_FLAG_CORRUPT,
  AV_LOG_FATAL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  type AVMediaType,
} from 'node-av/constants'
import {
  avGetCodecName,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Packet,
  type Stream,
} from 'node-av/lib'

/** Thrown for a file that a strict decoder rejects. */
export class MediaDecodeError extends Error {}

export interface MediaTrack {
  codec: string
  width: number
  height: number
  sampleRate: number
  channels: number
}

export interface DecodeOptions {
  /** true: nothing is trimmed or shifted, and everything in the file has its own timestamp. */
  ignoreEditLists: boolean
  /** Called for every video frame, which is reused afterwards. Without it, frames are counted but not decoded. */
  onFrame?: (frame: Frame, seconds: number) => void
  /** Called for every audio frame, which is reused afterwards. */
  onAudio: (frame: Frame, seconds: number) => void
}

export interface DecodedMedia {
  video: MediaTrack | null
  audio: MediaTrack | null
  /** Number of video packets. Each contains one frame. */
  frames: number
  /** End of the last audio packet according to the container, in seconds. The decoder's last frame may be longer. */
  audioEndSeconds: number
}

interface TrackDecoder {
  stream: Stream
  context: CodecContext
  onFrame: (frame: Frame, seconds: number) => void
}

/**
 * Decodes all video and audio of a local file, strictly.
 * @throws MediaDecodeError for damaged data; FFmpegError if the file cannot be opened
 */
export async function decodeMedia(path: string, options: DecodeOptions): Promise<DecodedMedia> {
  Log.setLevel(AV_LOG_FATAL)
  const input = await openLocalFile(path, options)
  const decoders: TrackDecoder[] = []
  try {
    const video = playedStream(input, AVMEDIA_TYPE_VIDEO)
    const audio = playedStream(input, AVMEDIA_TYPE_AUDIO)
    if (video && options.onFrame) decoders.push(await openDecoder(video, options.onFrame, options.ignoreEditLists))
    if (audio) decoders.push(await openDecoder(audio, options.onAudio, options.ignoreEditLists))
    const counts = decodePackets(input, decoders, { frames: video?.index, audio: audio?.index })
    return { video: video && describeTrack(video), audio: audio && describeTrack(audio), ...counts }
  } finally {
    for (const decoder of decoders) decoder.context.freeContext()
    await input.closeInput()
  }
}

/** Opens a file that may not refer to other protocols. The caller closes it. @throws FFmpegError for other files */
export async function openLocalFile(path: string, { ignoreEditLists = false } = {}): Promise<FormatContext> {
  const input = new FormatContext()
  input.allocContext()
  const options = { ignore_editlist: ignoreEditLists ? '1' : '0', protocol_whitelist: 'file' }
  FFmpegError.throwIfError(await input.openInput(path, null, Dictionary.fromObject(options)), `open ${path}`)
  FFmpegError.throwIfError(await input.findStreamInfo(), `look into ${path}`)
  return input
}

/** First stream of a type. A cover image in an audio file does not count as video. */
function playedStream(input: FormatContext, type: AVMediaType): Stream | null {
  const isPlayed = ({ codecpar, disposition }: Stream) =>
    codecpar.codecType === type && (disposition & AV_DISPOSITION_ATTACHED_PIC) === 0
  return input.streams.find(isPlayed) ?? null
}

async function openDecoder(
  stream: Stream,
  onFrame: TrackDecoder['onFrame'],
  isUntrimmed: boolean,
): Promise<TrackDecoder> {
  const decoder = Codec.findDecoder(stream.codecpar.codecId)
  if (!decoder) throw new MediaDecodeError(`No decoder for ${avGetCodecName(stream.codecpar.codecId)}`)
  const context = new CodecContext()
  context.allocContext3(decoder)
  FFmpegError.throwIfError(context.parametersToContext(stream.codecpar), 'parametersToContext')
  context.pktTimebase = stream.timeBase
  context.threadCount = 1
  if (isUntrimmed) context.setFlags2(AV_CODEC_FLAG2_SKIP_MANUAL)
  const strictOptions = Dictionary.fromObject({ err_detect: 'crccheck+bitstream+buffer+explode' })
  FFmpegError.throwIfError(await context.open2(decoder, strictOptions), `open decoder ${decoder.name}`)
  return { stream, context, onFrame }
}

/** Decodes synchronously: small frames take less time than a turn of the event loop. */
function decodePackets(
  input: FormatContext,
  decoders: readonly TrackDecoder[],
  indexes: { frames: number | undefined; audio: number | undefined },
): Pick<DecodedMedia, 'frames' | 'audioEndSeconds'> {
  const packet = new Packet()
  packet.alloc()
  const frame = new Frame()
  frame.alloc()
  let frames = 0
  let audioEndSeconds = 0
  for (;;) {
    const result = input.readFrameSync(packet)
    if (result === AVERROR_EOF) break
    throwIfFailed(result, 'read a packet', 'container')
    if (packet.streamIndex === indexes.frames) frames += 1
    const decoder = decoders.find(({ stream }) => stream.index === packet.streamIndex)
    if (decoder) {
      if (packet.streamIndex === indexes.audio) {
        audioEndSeconds = Math.max(audioEndSeconds, streamSeconds(packet.pts + packet.duration, decoder.stream))
      }
      throwIfFailed(decoder.context.sendPacketSync(packet), `decode the packet at ${packet.pts}`, decoder)
      receiveFrames(decoder, frame)
    }
    packet.unref()
  }
  for (const decoder of decoders) {
    throwIfFailed(decoder.context.sendPacketSync(null), 'finish decoding', decoder)
    receiveFrames(decoder, frame)
  }
  packet.free()
  frame.free()
  return { frames, audioEndSeconds }
}

function receiveFrames(decoder: TrackDecoder, frame: Frame): void {
  for (;;) {
    const result = decoder.context.receiveFrameSync(frame)
    if (result === AVERROR_EAGAIN || result === AVERROR_EOF) return
    throwIfFailed(result, 'receive a frame', decoder)
    if (frame.decodeErrorFlags !== 0 || frame.hasFlags(AV_FRAME_FLAG_CORRUPT)) {
      throw new MediaDecodeError(`The frame at ${frame.pts} is damaged`)
    }
    decoder.onFrame(frame, streamSeconds(frame.bestEffortTimestamp, decoder.stream))
    frame.unref()
  }
}

function throwIfFailed(result: number, operation: string, source: TrackDecoder | 'container'): void {
  if (result >= 0) return
  const sourceName = source === 'container' ? source : avGetCodecName(source.stream.codecpar.codecId)
  throw new MediaDecodeError(`Could not ${operation} (${sourceName}): ${FFmpegError.strerror(result)}`)
}

function streamSeconds(time: bigint, stream: Stream): number {
  return (Number(time) * stream.timeBase.num) / stream.timeBase.den
}

function describeTrack({ codecpar }: Stream): MediaTrack {
  const { width, height, sampleRate, channels } = codecpar
  return { codec: avGetCodecName(codecpar.codecId) ?? 'unknown', width, height, sampleRate, channels }
}
