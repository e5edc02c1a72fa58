/** Row of a finished clip, with its player and its actions. */
export const finishedWords = {
  receipt: 'How exact is this?',
  play: 'Play',
  closePlayer: 'Close player',
  player: (name: string) => `The clip: ${name}`,
  cannotPlay: 'The clip cannot be played. It may have expired, or the file storage may be offline.',
  share: 'Share',
  preparing: 'Preparing...',
  ready: 'Ready to Share',
  readyText: 'Press Share again.',
  shareFailed: 'Sharing Failed',
  shareFailedText: 'Your browser did not accept it. Save the clip and share the file, or copy the link.',
  deleteNow: 'Delete now',
  deleteSure: 'Really delete?',
} as const

/** Clips of this browser, on the home page. */
export const recentClipsWords = {
  title: 'Recent',
  text: 'Clips you have cut in this browser. Each is deleted when its time is over.',
  save: 'Download',
  saving: 'Saving...',
  openTrim: 'Open trim',
} as const
