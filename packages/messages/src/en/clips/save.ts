/** Messages while a finished clip is saved. */
export const saveWords = {
  empty: 'Downloaded file is empty',
  fileRefused: (status: number, body: string) => `Error ${status}: ${body}`,
  noWayToSave: 'This browser cannot save files. Please try another browser.',
  linkCopied: 'Download Link Copied',
  linkCopiedText: 'Paste it into a new tab to save the clip.',
  started: 'Download Started',
  startedText: (megabytes: string) => `${megabytes} MB`,
} as const
