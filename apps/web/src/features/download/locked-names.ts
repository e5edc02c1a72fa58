import type { DownloadOption } from '@kerf/contract/video'
import { toolWords } from '#messages/tool.ts'

const words = toolWords.downloads
const shortName = (option: DownloadOption): string => (option.quality === '2160p' ? '4K' : option.quality)

/** `4K`, `720p and 1080p`, `480p to 1080p`: neighbouring rows named from the smallest up; null for none. */
export function lockedNames(options: readonly DownloadOption[]): { names: string; several: boolean } | null {
  const names = options.map(shortName).reverse()
  const [first] = names
  const last = names.at(-1)
  if (first === undefined || last === undefined) return null
  if (names.length === 1) return { names: first, several: false }
  return { names: names.length === 2 ? words.two(first, last) : words.span(first, last), several: true }
}
