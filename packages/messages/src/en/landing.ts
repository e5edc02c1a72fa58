/** What is special, on the home page below the tool. Claims here hold by design and have a test; figures wait for the benchmark. */
export const featureWords = {
  title: 'The cut lands on the frame you chose',
  lead: 'Video is stored in groups of frames that build on each other, so most tools cut where a group starts and hope you do not notice. Kerf re-encodes the few frames at the edges and copies the rest untouched.',
  usual: {
    title: 'An ordinary cut',
    text: 'Starts where a group of frames starts. Frames you did not want stay in, visible or hidden.',
    drawing: 'A timeline cut loosely: extra frames remain before the start and after the end',
  },
  exact: {
    title: 'Kerf',
    text: '0 extra frames, none hidden in the file. Every clip comes with a receipt.',
    drawing: 'A timeline cut exactly at the start and at the end',
  },
  key: { cut: 'where you cut', leak: 'what an ordinary cut leaves in' },
  words: {
    title: 'Cut by its words',
    text: 'In a video with captions, you press the first and the last word of your clip. The sample has no speech, so these words are what it shows. Press some of them.',
    shots: [
      'A boat at sunrise,',
      'birds over the hills,',
      'a balloon at noon,',
      'trees in the fog,',
      'a road at dusk,',
      'a tent under the stars.',
    ],
    quote: 'Or paste a link with a sentence in quotes: LINK “the words that were said”.',
  },
  seam: {
    title: 'Both sides of a cut',
    text: (time: string) => `The sample, cut at ${time}. These are its frames.`,
    outside: 'Last frame outside',
    first: 'First frame of the clip',
    leftIn: (frames: number) => `A plain copy begins here and leaves ${frames} frames in`,
    open: 'Open the sample at this cut',
  },
  facts: [
    ['Fast processing', 'Only your part is fetched, however long the video is.'],
    ['Up to 4K', 'Or 360p when that is all you need. You see the estimated size before you download.'],
    ['Audio only', 'MP3 or lossless, cut as exactly as the video.'],
    ['No watermarks', 'On any plan. What you cut is what you get.'],
    ['Works on a phone', 'The same timeline, the same handles, the same frames.'],
    ['Privacy first', 'No account needed. Files are deleted automatically within 24 hours.'],
  ],
} as const
