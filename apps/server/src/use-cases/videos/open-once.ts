import type { MediaSource } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'

/** Life of an open source. A player reads many small parts, and each opening would cost a request. */
const KEEP_OPEN_MILLISECONDS = 60_000

/** Opens a source once and shares it for a minute. A failed opening is not cached. */
export function openOnce(
  { clock }: Deps<'clock'>,
  { cached, most, key }: { cached: Deps['caches']['previews']; most: number; key: string },
  open: () => Promise<MediaSource>,
): Promise<MediaSource> {
  const now = clock.now().getTime()
  for (const [name, { until }] of cached) if (until <= now || cached.size > most) cached.delete(name)
  const entry = cached.get(key)
  if (entry) return entry.media
  const media = open()
  cached.set(key, { media, until: now + KEEP_OPEN_MILLISECONDS })
  media.catch(() => cached.delete(key))
  return media
}
