/** The tools around the strip: handing a trim on, and snapping. */
export const trimTools = {
  copyLink: 'Copy link to this trim',
  linkCopied: 'Link Copied',
  linkCopiedText: 'It opens this video at your start and end, for anybody.',
  linkNotCopied: 'Link Not Copied',
  linkNotCopiedText: 'Your browser keeps the clipboard closed here. The address bar holds a link to this trim, too.',
  addRange: 'Add range',
  doneWithRange: (place: number) => `Done with range ${place}`,
  pro: 'PRO',
  snap: 'Snap',
  snapMeaning: 'Handles stop at whole seconds; zoomed in far, at frames',
} as const
