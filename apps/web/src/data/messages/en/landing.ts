/** The sentences of the home page around the tool. Claims here hold by design and have a test; figures wait for the benchmark. */
export const landing = {
  hero: {
    words: ['Cut', 'Trim', 'Download'],
    spoken: 'Cut, trim, download exactly the part you want.',
    restOfLine: ' exactly',
    secondLine: 'the part you want.',
    strip: 'Try the handles on the sample video',
    steps: [
      ['Paste a link.', 'You see the video at once.'],
      ['Set start and end.', 'Drag, type or step by frames.'],
      ['Download that part.', 'Not a frame more.'],
    ],
  },
  features: {
    title: 'The cut lands on the frame you chose',
    lead: 'Video is stored in runs of frames that lean on each other, so most tools cut where a run begins and hope you do not notice. Kerf rebuilds the few frames at the edge and copies the rest untouched.',
    usual: {
      title: 'An ordinary cut',
      text: 'Begins where a run of frames begins. What you did not want stays in, seen or hidden.',
      picture: 'A strip cut loosely: extra frames remain before the start and after the end',
    },
    exact: {
      title: 'Kerf',
      text: '0 frames too many, none hidden in the file. Every clip comes with its receipt.',
      picture: 'A strip cut exactly at the start and at the end',
    },
    key: { cut: 'where you cut', leak: 'what an ordinary cut leaves in' },
    facts: [
      ['Fast processing', 'Only the bytes of your part are fetched, however long the video around it is.'],
      ['Up to 4K', 'Or 360p when that is all you need. Sizes are shown for your range, before you download.'],
      ['Audio only', 'MP3 at 320 kbps, cut to the same instant as the picture.'],
      ['No watermarks', 'On any plan. What you cut is what you get.'],
      ['Works on a phone', 'The same strip, the same handles, the same frames.'],
      ['Privacy first', 'No account to start. Files are deleted automatically within 24 hours.'],
    ],
  },
} as const
