/** Public link of a finished clip, for its owner. */
export const shareWords = {
  link: 'Public link',
  text: 'Anyone with this link can watch and save the clip until it is deleted. No account is needed.',
  make: 'Make a public link',
  copy: 'Copy link',
  copied: 'Link Copied',
  copyFailed: 'Please copy the link from the field.',
  opened: (count: number) => (count === 1 ? 'Opened once' : `Opened ${count} times`),
  end: 'Take the link back',
  ended: 'Link Taken Back',
  endedText: 'Nobody can open it any more.',
  off: 'This server does not share clips by a public link.',
} as const

/** Public page of a clip, which the server writes. */
export const sharePageWords = {
  range: (start: string, end: string) => `${start} to ${end}`,
  joined: (count: number) => `${count} ranges, joined`,
  description: (times: string) => `${times}, cut to the frame`,
  untitled: (label: string) => `Part of a video, ${label}`,
  anyPart: 'Choose the part, to the frame',
  save: 'Download',
  cutOwn: 'Cut your own from this video',
  ends: (when: string) => `This page and its clip will be deleted ${when}.`,
  gone: 'This clip is gone',
  goneText: 'Every clip is deleted within a day, and its owner can take the link back at any time.',
  rests: 'This clip rests until tomorrow',
  restsText: 'It has been watched as often as this server allows in a day.',
  home: 'Cut a clip of your own',
} as const
