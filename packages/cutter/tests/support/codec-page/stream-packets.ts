import { openLocalFile } from '@kerf/stamped-media/decode-media'
import { AVERROR_EOF, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { avGetCodecName, FFmpegError, Packet } from 'node-av/lib'
import type { Colours } from '../../../src/bitstream/colours.ts'

/** Packets of one stream, with bytes in base64. */
export interface StreamPackets {
  codec: string
  width: number
  height: number
  sampleRate: number
  channels: number
  timescale: number
  description: string | null
  colours?: Colours | null
  packets: { isSync: boolean; pts: number; data: string }[]
}

const NAMES: Record<string, string> = { pcm_s16le: 'pcm-s16', pcm_s24le: 'pcm-s24', mp3float: 'mp3' }

/** Reads the packets of the first stream of a kind, in decode order. */
export async function streamPackets(path: string, kind: 'video' | 'audio'): Promise<StreamPackets> {
  const input = await openLocalFile(path)
  const packet = new Packet()
  packet.alloc()
  try {
    const type = kind === 'video' ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO
    const stream = input.streams.find(({ codecpar }) => codecpar.codecType === type)!
    const { codecpar, timeBase, index } = stream
    const name = avGetCodecName(codecpar.codecId) ?? 'unknown'
    const isByteStream = path.endsWith('.ts')
    const result: StreamPackets = {
      codec: NAMES[name] ?? name,
      width: codecpar.width,
      height: codecpar.height,
      sampleRate: codecpar.sampleRate,
      channels: codecpar.channelLayout.nbChannels,
      timescale: timeBase.den / timeBase.num,
      description: codecpar.extradata && !isByteStream ? codecpar.extradata.toString('base64') : null,
      packets: [],
    }
    for (;;) {
      const read = await input.readFrame(packet)
      if (read === AVERROR_EOF) return result
      FFmpegError.throwIfError(read, 'read a packet')
      if (packet.streamIndex === index) {
        const { isKeyframe, pts, data } = packet
        result.packets.push({ isSync: isKeyframe, pts: Number(pts), data: data!.toString('base64') })
      }
      packet.unref()
    }
  } finally {
    packet.free()
    await input.closeInput()
  }
}
