import type { MediaSource } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'

/** Life of an open source. A player reads many small parts, and each opening would cost a request. */
const OPEN_SOURCE_TTL_MILLISECONDS = 60_000

/** Opens a source once and shares it for a minute. A failed opening is not cached. */
export function openShared(
  { clock }: Deps<'clock'>,
  { openSources, maxCount, key }: { openSources: Deps['caches']['previews']; maxCount: number; key: string },
  open: () => Promise<MediaSource>,
): Promise<MediaSource> {
  const now = clock.now().getTime()
  for (const [name, { until }] of openSources) if (until <= now || openSources.size > maxCount) openSources.delete(name)
  const entry = openSources.get(key)
  if (entry) return entry.media
  const media = open()
  openSources.set(key, { media, until: now + OPEN_SOURCE_TTL_MILLISECONDS })
  media.catch(() => openSources.delete(key))
  return media
}
