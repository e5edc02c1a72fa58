/** The page that cuts local files. */
export const deviceWords = {
  title: 'Cut a file on this device',
  lead: 'Open a video or audio file, choose start and end to the frame, and save exactly that part. Your browser does the cutting: nothing is uploaded, and the browser allows this page no connection that could send the file. The browser has to decode and encode video itself, which current versions of Chrome, Edge, Firefox and Safari can.',
  open: 'Open a file',
  orDrop: 'or drop it anywhere on this page.',
  openAnother: 'Open another file',
  opening: (name: string) => `Opening ${name}`,
  nothingSent: 'This file stays on this device.',
  busy: 'A clip is being cut. Another file can be opened after that.',
  oneAtATime: (name: string) => `Files are opened one at a time. ${name} was taken.`,
  unsaved: (name: string) => `The clip is not saved yet. Save it below, or open ${name} without it.`,
  openWithout: 'Open without saving',
  stay: 'Stay here',
  plan: (copied: string, encoded: string) => `${copied} original frames, ${encoded} re-encoded.`,
  bar: 'Save the clip',
  form: 'Save as',
  forms: {
    video: 'MP4 (H.264)',
    original: (codec: string) => `Original (${codec})`,
    m4a: 'Audio, M4A',
    mp3: 'Audio, MP3',
    opus: 'Audio, Opus',
    flac: 'Audio, FLAC',
    wav: 'Audio, WAV',
  },
  cropAndFades: 'Crop and fades',
  fades: 'Fades',
  fadeNote: 'In at the start, out at the end.',
  videoFadeNote: 'In at the start, out at the end. A video fade re-encodes every frame.',
  save: 'Cut and save',
  cutting: 'Cutting...',
  progress: 'Progress of the cut',
  cancel: 'Cancel the cut',
  saved: 'Saved:',
  made: 'Ready, but not saved yet:',
  choosePlace: 'Save the clip',
  failed: 'The clip was not made.',
  exactness: 'Your clip',
  /** A media link that the page reads itself. */
  linked: {
    title: 'Cut a link on this device',
    lead: (host: string) =>
      `Your browser reads the file from ${host} and cuts it. That site sees your network address, as with any download. Nothing of the file goes to this server.`,
    source: (host: string) =>
      `Read from ${host}, which sees your network address. This server gets nothing of the file.`,
    retry: 'Try again',
    unfit: 'This page cannot read this link. It takes direct links to media files over HTTPS, and no playlists.',
  },
  refusals: {
    insecure: 'Browsers cut files only on pages that are opened over HTTPS. Ask the operator of this server for it.',
    webcodecs:
      'This browser cannot decode and encode video itself. Please use a current version of Chrome, Edge, Firefox or Safari.',
    decodedVideo:
      'This browser cannot decode the video of this file: it lacks the codec, or the colour depth. A form of audio alone, or another browser, may work.',
    encodedVideo:
      'This browser has no encoder for video of this size. A form of audio alone, or another browser, may work.',
    faithfulVideo:
      'The encoder of this browser spoils video of this codec: a short trial came out blurred. MP4 (H.264), a form of audio alone, or another browser may work.',
    decodedAudio: 'This browser cannot decode the audio of this file. Another browser may.',
    encodedAudio: 'This browser cannot encode audio in this form. Please choose another one.',
    folder: 'This is a folder. Please drop one file of it.',
    not_media: 'This file is no video or audio that Kerf can read.',
    unsupported_media:
      'This browser cannot cut this file. Another form, another browser, or Kerf on the command line may.',
    broken_media: 'This file is damaged: its index does not match its content.',
    unfinished_media: 'This recording was not finished, so it has no index.',
    range_outside: 'Start and end must be inside the file.',
    nothing_in_range: 'There is nothing to show or play in this range.',
    begins_later: (time: string) => `The first frame that can be shown is at ${time}. Please choose a later end.`,
    too_long: 'This range is too long for this form.',
    too_large: 'This file needs more memory than a page may use.',
    does_not_fit: 'The clip does not fit into the limit.',
    source_failed: 'The file could not be read. It may have been changed, moved or deleted. Please open it again.',
    sink_failed:
      'The clip could not be written. The disk, or the space that the browser grants this page, may be full, or the place may be protected.',
    cancelled: 'The cut was cancelled.',
    link_offline: 'You are offline. Please try again when you are back online.',
    link_unreachable: 'The site of this link does not answer.',
    link_closed:
      'The site of this link does not let pages of other sites read its files. Please download the file, then open it here.',
    link_redirected: 'This link leads on to another site. This page may read from the site of the link alone.',
    link_refused: 'The site of this link does not give out this file. It may be gone, or need a sign-in.',
    link_whole:
      'The site of this link sends the file only as a whole, or does not say how large it is. Please download the file, then open it here.',
    link_changed: 'The file behind this link has changed since it was opened. Please reload the page.',
    link_interrupted: 'The site of this link has stopped sending the file. Please try again.',
    engine_failed: 'Something went wrong. Please reload the page and try again.',
    engine_not_loaded:
      'The code that cuts files could not be loaded. Please check your connection, reload the page and open the file again.',
    engine_ended:
      'The browser ended the cutting, perhaps because memory ran out. Please try again, or choose a shorter part or another form.',
    engine_stuck:
      'Nothing has moved for a minute, so the cut was ended. A codec of this browser may hang. Please try again. Another form or another browser may work.',
  },
} as const
