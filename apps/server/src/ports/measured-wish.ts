/** What no index tells the size of: it has to be made, or some of it. Each is a wish that media are cut by (ports/media). */
export type MeasuredWish =
  | { kind: 'original' }
  | { kind: 'gif' }
  | { kind: 'webp' }
  | { kind: 'still'; height: number | null }
