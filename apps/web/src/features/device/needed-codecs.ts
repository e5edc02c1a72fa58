import { type CutPlan, type Media, type MissingCodec, missingCodecs } from '@kerf/cutter/browser'

type Needed = Parameters<typeof missingCodecs>[0]

/** Codecs that a cut needs and this browser does not have. A cut that copies all frames needs none of video. */
export function missingForPlan(media: Media, plan: CutPlan): Promise<MissingCodec[]> {
  return missingCodecs({ ...neededVideo(media, plan), ...neededAudio(media, plan) })
}

function neededVideo({ video }: Media, { video: planned, task }: CutPlan): Needed {
  if (!video || !planned) return {}
  const isCopied = planned.pieces.length > 0 && planned.pieces.every(({ how }) => how === 'copy')
  if (isCopied) return {}
  const { codec, width, height, configurations } = video.description
  const encodedCodec = task.request.kind === 'original' ? (planned.codec as 'vp8' | 'vp9' | 'av1') : 'h264'
  const { width: clipWidth, height: clipHeight } = planned
  return {
    decodedVideo: { codec, width, height, description: configurations[0] ?? null },
    encodedVideo: {
      codec: encodedCodec,
      width: clipWidth,
      height: clipHeight,
      frameRate: video.frameRate,
      profile: null,
    },
  }
}

const ENCODED_AUDIO = ['aac', 'mp3', 'opus', 'flac'] as const

function neededAudio({ audio }: Media, { audio: planned }: CutPlan): Needed {
  if (!audio || !planned) return {}
  const { codec, sampleRate, channels, configuration } = audio.description
  const encodedCodec = ENCODED_AUDIO.find((name) => name === planned.codec)
  return {
    decodedAudio: { codec, sampleRate, channels, configuration },
    ...(encodedCodec && {
      encodedAudio: { codec: encodedCodec, sampleRate: planned.sampleRate, channels: planned.channels },
    }),
  }
}
