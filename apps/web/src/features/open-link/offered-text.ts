/** The link or, without one, the text that is being dropped or pasted; empty when there is neither. */
export function offeredText(data: Pick<DataTransfer, 'getData'> | null): string {
  // A list of links may begin with remarks.
  const links = (data?.getData('text/uri-list') ?? '').split(/\r?\n/).filter((line) => !line.startsWith('#'))
  return (links[0]?.trim() || data?.getData('text/plain').trim()) ?? ''
}
