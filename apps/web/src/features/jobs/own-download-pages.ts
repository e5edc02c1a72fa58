import type { OwnDownload } from '@kerf/contract/user'
import type { InfiniteData } from '@tanstack/react-query'

interface DownloadsPage {
  downloads: OwnDownload[]
  next: string | null
}
type Pages = InfiniteData<DownloadsPage, unknown>

/** The same pages with one download changed, or taken out where `next` answers null. */
export function changedPages(pages: Pages, id: string, next: (known: OwnDownload) => OwnDownload | null): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      downloads: page.downloads.flatMap((known) => {
        if (known.id !== id) return [known]
        const changed = next(known)
        return changed ? [changed] : []
      }),
    })),
  }
}
