import { AV_CODEC_ID_HEVC, AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants'
import { Dictionary, FFmpegError, FormatContext, type Packet, type Rational, type Stream } from 'node-av/lib'
import type { Encoding } from './encoding.ts'
import type { TextPackets } from './text-packets.ts'

export interface Container {
  path: string
  /** Name of the muxer. */
  format: 'mp4' | 'mov' | 'wav' | 'flac' | 'ogg' | 'mp3' | 'mp2' | 'adts' | 'webm' | 'matroska' | 'mpegts' | 'hls'
  /** Options of the muxer, e.g. movflags. */
  options: Record<string, string>
  /**
   * Decides for every packet of the first track whether it begins a new fragment; absent for files that are not
   * fragmented.
   */
  startsFragment?: (packet: Packet, timeBase: Rational) => boolean
}

/** Packets of an encoder or subtitle track, and metadata of the track. */
export type MuxedTrack = (Encoding | TextPackets) & { metadata?: Record<string, string> }

interface Track {
  encoding: MuxedTrack
  timeBase: Rational
  stream: Stream
  /** Next packet to write; null at the end. */
  next: Packet | null
}

/**
 * Writes the packets of all tracks into a file, in the order of decoding time.
 * @throws FFmpegError if the muxer rejects something
 */
export async function writeContainer(container: Container, encodings: readonly MuxedTrack[]): Promise<void> {
  const output = new FormatContext()
  throwIfFailed(output.allocOutputContext2(null, container.format, container.path), 'allocOutputContext2')
  const tracks = encodings.map((encoding): Track => {
    const timeBase = 'context' in encoding ? encoding.context.timeBase : encoding.timeBase
    return { encoding, timeBase, stream: addStream(output, encoding), next: null }
  })
  try {
    throwIfFailed(await output.openOutput(), 'openOutput')
    throwIfFailed(
      await output.writeHeader(Dictionary.fromObject({ fflags: '+bitexact', ...container.options })),
      'writeHeader',
    )
    for (const track of tracks) await readNextPacket(track)
    let moovWritten = false
    const writtenStreams = new Set<number>()
    for (let track = trackWithEarliestPacket(tracks); track?.next; track = trackWithEarliestPacket(tracks)) {
      const packet = track.next
      // The moov contains the encoder delay of a track only after the track's first packet.
      const haveAllBegun = tracks.every(({ next, stream }) => next === null || writtenStreams.has(stream.index))
      if (haveAllBegun && track === tracks[0] && container.startsFragment?.(packet, track.timeBase)) {
        // A null packet ends the fragment. The very first one only writes the delayed moov.
        if (!moovWritten) throwIfFailed(output.writeFrameSync(null), 'write moov')
        moovWritten = true
        throwIfFailed(output.writeFrameSync(null), 'end fragment')
      }
      packet.streamIndex = track.stream.index
      packet.rescaleTs(track.timeBase, track.stream.timeBase)
      throwIfFailed(output.writeFrameSync(packet), 'writeFrame')
      writtenStreams.add(track.stream.index)
      packet.free()
      await readNextPacket(track)
    }
    throwIfFailed(await output.writeTrailer(), 'writeTrailer')
  } finally {
    for (const { encoding } of tracks) await encoding.packets.return()
    await output.closeOutput()
    output.freeContext()
  }
}

function addStream(output: FormatContext, encoding: MuxedTrack): Stream {
  const stream = output.newStream()
  if (encoding.metadata) stream.metadata = Dictionary.fromObject(encoding.metadata)
  if (!('context' in encoding)) {
    stream.codecpar.codecType = AVMEDIA_TYPE_SUBTITLE
    stream.codecpar.codecId = encoding.codecId
    stream.timeBase = encoding.timeBase
    return stream
  }
  const { context } = encoding
  throwIfFailed(stream.codecpar.fromContext(context), 'codecpar.fromContext')
  // Apple's players accept HEVC only under this tag.
  if (context.codecId === AV_CODEC_ID_HEVC && output.oformat?.name === 'mp4') stream.codecpar.codecTag = 'hvc1'
  stream.timeBase = context.timeBase
  if (context.width > 0) stream.avgFrameRate = context.framerate
  return stream
}

async function readNextPacket(track: Track): Promise<void> {
  const result = await track.encoding.packets.next()
  track.next = result.done ? null : result.value
}

function trackWithEarliestPacket(tracks: readonly Track[]): Track | undefined {
  const waitingTracks = tracks.filter((track) => track.next !== null)
  return waitingTracks.sort((a, b) => nextSeconds(a) - nextSeconds(b))[0]
}

function nextSeconds({ next, timeBase: { num, den } }: Track): number {
  return (Number(next?.dts) * num) / den
}

function throwIfFailed(result: number, operation: string): void {
  FFmpegError.throwIfError(result, operation)
}
