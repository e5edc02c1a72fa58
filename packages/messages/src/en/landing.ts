/** Features on the home page below the tool. Each claim holds by design and has a test; none is a measured number. */
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
    ['No watermarks', 'What you cut is what you get.'],
    ['Works on a phone', 'The same timeline, the same handles, the same frames.'],
    ['Privacy first', 'No account needed. Files are deleted automatically within 24 hours.'],
  ],
} as const

/** Questions about the product, shown before questions about plans. `openToAll` is added where nobody needs an account. */
export const questionWords = {
  list: [
    {
      question: 'What does “exact to the frame” mean?',
      answer:
        'The first frame of your clip is the one at your start, and its last is the one before your end. No other frame is in the file, not even a hidden one, and the audio begins and ends at the same times. Kerf checks each finished clip before you get it. “How exact is this?” beside it says what was copied and what was re-encoded.',
    },
    {
      question: 'What is kept, and for how long?',
      answer:
        'Your clip, for 24 hours at most. “Delete now” deletes it sooner. Without an account, the list of your links and downloads is kept under a random number in a cookie, without your name or your IP address. A link of which you downloaded nothing goes after a day. There are no trackers.',
      openToAll: 'You need no account.',
    },
    {
      question: 'Does it work on a phone?',
      answer:
        'Yes, in its browser, with the same timeline, frames and formats. On an iPhone the clip is in the Files app, under Downloads. “Share” and “Save Video” put it into your photos. On Android it is in Downloads, and most galleries show it, too.',
    },
  ],
} as const
