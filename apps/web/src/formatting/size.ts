const BYTES_PER_MEGABYTE = 1_000_000

/** `12.3` for 12,300,000 bytes. Anything at all is at least 0.1. */
export function megabytes(bytes: number): string {
  return Math.max(0.1, bytes / BYTES_PER_MEGABYTE).toFixed(1)
}

/** `12.3 MB`, and `1.2 GB` from a thousand of them: for estimates, where the eye wants the magnitude. */
export function roughSize(bytes: number): string {
  const amount = bytes / BYTES_PER_MEGABYTE
  return amount >= 999.95 ? `${(amount / 1000).toFixed(1)} GB` : `${megabytes(bytes)} MB`
}
