/** Short summary of the options. */
export const fitInShort = {
  title: 'Make it fit',
  asTheyAre: 'File size, crop, loudness, fades',
  cropped: 'cropped',
  lufs: (loudness: string) => `${loudness} LUFS`,
  fades: 'fades',
  sized: (pixels: string, frames: string) => `${pixels} px, ${frames} fps`,
  /** Summary without any option. */
  nothing: 'as it is',
} as const

/** Options that fit a clip to its destination. */
export const fitWords = {
  size: 'File size',
  noLimit: 'No limit',
  asItIs: 'Unchanged',
  atMost: (size: string) => `At most ${size}`,
  own: 'Other size',
  ownSize: 'At most, in MB',
  ownFault: (min: string, max: string) => `Enter a number from ${min} to ${max}.`,
  sizeNote: 'MP4 only. A larger clip is re-encoded, at a lower resolution if necessary.',
  crop: 'Crop',
  whole: 'Off',
  free: 'Free',
  moveFrame: 'Move the frame',
  cropNote: 'MP4, GIF, WebP and PNG only. Cropping re-encodes every frame.',
  loudness: 'Loudness',
  even: (lufs: string) => `Normalised to ${lufs}`,
  loudnessNote: 'As loud as on streaming services, without clipping. GIF, WebP and PNG are silent.',
  fadeVideo: 'Fade video',
  fadeAudio: 'Fade audio',
  off: 'Off',
  seconds: (seconds: string) => `${seconds} s`,
  fadeNote: 'In at the start, out at the end. Video fades are for MP4 only, and re-encode the clip.',
  fadeAudioNote: 'In at the start, out at the end. GIF, WebP and PNG are silent.',
} as const

/** Crop frame over the preview. */
export const cropWords = {
  frame: 'Crop frame',
  shaped: (shape: string) => `Crop frame, ${shape}`,
  place: (left: string, top: string) => `${left} from the left, ${top} from the top`,
  size: (width: string, height: string) => `${width} of the width, ${height} of the height`,
  corners: {
    'top left': 'Top left corner',
    'top right': 'Top right corner',
    'bottom left': 'Bottom left corner',
    'bottom right': 'Bottom right corner',
  },
  done: 'Done',
  keys: 'Arrow keys move it by 1 %, with Shift by 10 %. Escape when you are done.',
} as const

/** Choice between two codecs of a row. */
export const codecWords = {
  form: (label: string) => `Codec of ${label}`,
  everywhere: (seconds: number | null) =>
    `MP4, H.264: opens everywhere${seconds === null ? '' : `, takes about ${durationWords(seconds)}`}`,
  asSource: (codec: string, seconds: number | null) =>
    `MP4, ${codec}: for newer players${seconds === null ? '' : `, takes about ${durationWords(seconds)}`}`,
} as const

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}
