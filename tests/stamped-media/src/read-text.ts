import { AV_LOG_FATAL, AV_LOG_INFO, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants'
import { avGetCodecName, Dictionary, FFmpegError, FormatContext, Log, Packet } from 'node-av/lib'

/** In seconds of the file. */
interface Timed {
  startTime: number
  endTime: number
}

export interface TextReading {
  /** Tracks of subtitles. Cues are as they stand in the packets; pauses are left out. */
  subtitles: { codec: string; language: string | undefined; cues: (Timed & { text: string })[] }[]
  audioLanguage: string | undefined
  chapters: (Timed & { title: string })[]
}

/** What a player that knows nothing of us, FFmpeg's, finds of text in a file. */
export async function readText(path: string): Promise<TextReading> {
  const input = new FormatContext()
  input.allocContext()
  const packet = new Packet()
  packet.alloc()
  try {
    const localOnly = Dictionary.fromObject({ protocol_whitelist: 'file' })
    FFmpegError.throwIfError(await input.openInput(path, null, localOnly), `open ${path}`)
    FFmpegError.throwIfError(await input.findStreamInfo(null), 'look at the streams')
    const languageOf = (index: number) => input.streams[index]?.metadata?.get('language') ?? undefined
    const tracks = input.streams.flatMap(({ codecpar, index }) =>
      codecpar.codecType === AVMEDIA_TYPE_SUBTITLE
        ? [
            {
              index,
              codec: avGetCodecName(codecpar.codecId) ?? '',
              language: languageOf(index),
              cues: [] as TextReading['subtitles'][number]['cues'],
            },
          ]
        : [],
    )
    while ((await input.readFrame(packet)) >= 0) {
      const track = tracks.find(({ index }) => index === packet.streamIndex)
      const { num, den } = input.streams[packet.streamIndex]!.timeBase
      const startTime = (Number(packet.pts) * num) / den
      const text = track && textOf(track.codec, packet.data!)
      if (text) track.cues.push({ startTime, endTime: startTime + (Number(packet.duration) * num) / den, text })
      packet.unref()
    }
    const audio = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)
    return {
      subtitles: tracks.map(({ index: _, ...track }) => track),
      audioLanguage: audio && languageOf(audio.index),
      chapters: await chaptersOf(input),
    }
  } finally {
    packet.free()
    await input.closeInput()
  }
}

function textOf(codec: string, data: Buffer): string {
  return codec === 'mov_text' ? data.subarray(2, 2 + data.readUInt16BE(0)).toString() : data.toString()
}

const ENTRY =
  /Chapter #\d+:\d+: start ([\d.]+), end ([\d.]+)\s+(?:Metadata:\s+title\s+: (.*?)(?=\s*(?:Chapter #|Stream #)))?/gs

/** There is no other way to FFmpeg's list of chapters than what it prints. */
async function chaptersOf(input: FormatContext): Promise<TextReading['chapters']> {
  let printed = ''
  const all = Promise.withResolvers<void>()
  Log.setLevel(AV_LOG_INFO)
  Log.setCallback(
    (_level, message) => {
      printed += message
      // What is printed comes in a later turn of the loop; streams come after chapters.
      if (printed.includes('Stream #0:0')) all.resolve()
    },
    { maxLevel: AV_LOG_INFO },
  )
  input.dumpFormat(0, 'clip', false)
  await all.promise
  Log.setLevel(AV_LOG_FATAL)
  Log.resetCallback()
  return [...printed.matchAll(ENTRY)].map(([, start, end, title = '']) => ({
    startTime: Number(start),
    endTime: Number(end),
    title,
  }))
}
