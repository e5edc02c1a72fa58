import { AV_LOG_FATAL, AV_LOG_INFO, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants'
import { avGetCodecName, Dictionary, FFmpegError, FormatContext, Log, Packet } from 'node-av/lib'

/** A time range in seconds of the file. */
interface TimeRange {
  startTime: number
  endTime: number
}

export interface TextReading {
  /** Subtitle tracks. Cues have the text of their packets; empty packets are left out. */
  subtitles: { codec: string; language: string | undefined; cues: (TimeRange & { text: string })[] }[]
  audioLanguage: string | undefined
  chapters: (TimeRange & { title: string })[]
}

/** Reads subtitles, languages and chapters with FFmpeg, independently of our own code. */
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
      const text = track && packetText(track.codec, packet.data!)
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

function packetText(codec: string, data: Buffer): string {
  return codec === 'mov_text' ? data.subarray(2, 2 + data.readUInt16BE(0)).toString() : data.toString()
}

const CHAPTER_ENTRY =
  /Chapter #\d+:\d+: start ([\d.]+), end ([\d.]+)\s+(?:Metadata:\s+title\s+: (.*?)(?=\s*(?:Chapter #|Stream #)))?/gs

/** Parses FFmpeg's printed list of chapters, since node-av has no other access to it. */
async function chaptersOf(input: FormatContext): Promise<TextReading['chapters']> {
  let output = ''
  const complete = Promise.withResolvers<void>()
  Log.setLevel(AV_LOG_INFO)
  Log.setCallback(
    (_level, message) => {
      output += message
      // Messages arrive in later turns of the event loop. Streams are printed after chapters.
      if (output.includes('Stream #0:0')) complete.resolve()
    },
    { maxLevel: AV_LOG_INFO },
  )
  input.dumpFormat(0, 'clip', false)
  await complete.promise
  Log.setLevel(AV_LOG_FATAL)
  Log.resetCallback()
  return [...output.matchAll(CHAPTER_ENTRY)].map(([, start, end, title = '']) => ({
    startTime: Number(start),
    endTime: Number(end),
    title,
  }))
}
