import type { MediaSource } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'

/** A player asks for many small parts; opening the source again for each would cost it a request every time. */
const KEEP_OPEN_MILLISECONDS = 60_000

/** Kept open for a while; one that cannot be opened is forgotten at once. */
export function openOnce(
  { clock }: Deps<'clock'>,
  { cached, most, key }: { cached: Deps['caches']['previews']; most: number; key: string },
  open: () => Promise<MediaSource>,
): Promise<MediaSource> {
  const now = clock.now().getTime()
  for (const [name, { until }] of cached) if (until <= now || cached.size > most) cached.delete(name)
  const known = cached.get(key)
  if (known) return known.media
  const media = open()
  cached.set(key, { media, until: now + KEEP_OPEN_MILLISECONDS })
  media.catch(() => cached.delete(key))
  return media
}
