const ENCODED_SENTENCE = 'The audio was cut exactly and encoded once.'
const LOSSLESS_SENTENCE = 'The audio was cut exactly and stored without loss.'

/** Receipt of a clip, shown on demand. */
export const clipReceiptWords = {
  /** Followed by a countdown and `fromNow`. */
  available: (moment: string) => `Available until ${moment},`,
  fromNow: 'from now.',
  originalReencoded: 'This range has no keyframe to copy from, so every frame was re-encoded in its own codec.',
  /** Reasons for the re-encoding of an MP4 whose options require it. */
  reencodedFor: (reasons: string) => `Every frame was re-encoded: ${reasons}.`,
  reasons: {
    crop: 'cropped',
    fade: 'faded in and out',
    burned: 'subtitles burned in',
    size: (limit: string) => `made to fit ${limit}`,
  },
  clip: 'Your clip',
  exactness: 'Accuracy',
  effort: 'Processing',
  frames: 'Frames',
  firstFrame: 'First frame',
  lastFrame: 'Last frame',
  length: 'Length',
  audioTrack: 'Audio track',
  subtitles: 'Subtitles',
  subtitlesIn: { track: (label: string) => `${label}, text track`, burned: (label: string) => `${label}, burned in` },
  cues: 'Lines of subtitles',
  chapters: 'Chapters',
  size: 'Frame size',
  pixels: (width: string, height: string) => `${width} × ${height}`,
  loudness: 'Loudness',
  levelled: (before: string, after: string) => `${before} to ${after} LUFS`,
  leftOut: 'Not included',
  leftOutThings: { alpha: 'transparency', other_audio: 'other audio tracks', subtitles: 'subtitles' },
  /** `time` is a timecode of the video. */
  notes: {
    audio_changes: (time: string) =>
      `The channels or the sample rate of the audio change at ${time}. All of it was re-encoded as it is before.`,
    begins_later: (time: string) => `The first frame that can be shown is at ${time}.`,
    ends_earlier: (time: string) => `The recording breaks off at ${time}.`,
  },
  copied: 'Original frames',
  encoded: 'Re-encoded frames',
  audio: 'Audio offset',
  fetched: 'Data read',
  took: 'Processing time',
  audioCopied: 'The audio is the original, bit for bit. Only its edges were re-encoded.',
  ways: {
    copied: 'Every frame is the original, bit for bit.',
    smart: 'Only the frames at the edges were re-encoded. The rest is the original, bit for bit.',
    transcoded: 'The source has no H.264 video in this size, so every frame was re-encoded.',
    mp3: ENCODED_SENTENCE,
    m4a: ENCODED_SENTENCE,
    opus: ENCODED_SENTENCE,
    flac: LOSSLESS_SENTENCE,
    wav: LOSSLESS_SENTENCE,
    gif: 'Each frame matches the source at that time, in the 255 colours that suit the clip best.',
    webp: 'Each frame matches the source at that time, scaled down for sharing.',
    still: 'The first frame of the range, lossless.',
  },
} as const
