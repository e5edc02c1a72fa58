/** What no index tells the size of: it has to be made, or some of it. Each is a request that media are cut by (ports/media). */
export type MeasuredRequest =
  | { kind: 'original' }
  | { kind: 'gif' }
  | { kind: 'webp' }
  | { kind: 'still'; height: number | null }
