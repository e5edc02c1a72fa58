/** How exact a clip is and what it took, once somebody wants to know. */
export const clipReceiptWords = {
  /** Followed by a countdown and `fromNow`. */
  available: (moment: string) => `Available until ${moment},`,
  fromNow: 'from now.',
  originalAnew:
    'There was no frame in this range from which copying can begin, so every frame was encoded, in its own codec.',
  clip: 'Your clip',
  exactness: 'How exact',
  effort: 'What it took',
  frames: 'Frames',
  firstFrame: 'First frame',
  lastFrame: 'Last frame',
  length: 'Length',
  copied: 'Original frames',
  encoded: 'Rebuilt frames',
  sound: 'Sound against picture',
  fetched: 'Fetched',
  took: 'Time',
  ways: {
    copied: 'Every frame is the original, bit for bit.',
    smart: 'Only the frames at the edges were rebuilt. The rest is the original, bit for bit.',
    transcoded: 'The source has no picture of this size in H.264, so every frame was encoded.',
    mp3: 'The sound was cut to the instant and encoded once.',
    gif: 'Each picture is the source’s at its instant, drawn with the 255 colours that suit the clip.',
    webp: 'Each picture is the source’s at its instant, made small for sharing.',
    still: 'The first frame of the range, without loss.',
  },
} as const
