/** Command line that makes the same clip. */
export const commandWords = {
  copy: 'Copy as command',
  copied: 'Command Copied',
  copiedText: 'It makes this clip in a terminal with kerf.',
  notCopied: 'Command Not Copied',
  notCopiedText: 'Your browser blocked access to the clipboard.',
} as const
