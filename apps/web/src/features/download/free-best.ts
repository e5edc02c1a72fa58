import type { DownloadOption } from '@kerf/contract/video'
import { DEFAULT_FREE_MAX_QUALITY, FREE_MAX_QUALITIES, type FreeMaxQuality } from '@kerf/domain/access/quality-access'

/** The best quality of this grid that needs no plan: what the badges say, and what the words about them have to say. */
export function freeBest(options: readonly DownloadOption[]): FreeMaxQuality {
  const free = FREE_MAX_QUALITIES.findLast((best) => options.some(({ quality, isPro }) => quality === best && !isPro))
  return free ?? DEFAULT_FREE_MAX_QUALITY
}
