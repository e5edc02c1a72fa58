export interface ContentRange {
  /** First and last byte, both included. */
  first: number
  last: number
  /** Size of the whole file; null when the server keeps it to itself. */
  sizeBytes: number | null
}

/** Reads `bytes 0-65535/1048576`; null for anything else, also for ranges that contradict themselves. */
export function parseContentRange(header: string | undefined): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header?.trim() ?? '')
  if (!match) return null
  const first = Number(match[1])
  const last = Number(match[2])
  const sizeBytes = match[3] === '*' ? null : Number(match[3])
  if (last < first || (sizeBytes !== null && last >= sizeBytes)) return null
  return { first, last, sizeBytes }
}
