import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { useEffect } from 'react'
import { pageWords } from '#messages/site.ts'
import { PAGES, type PageId } from './pages.ts'

export const withProductName = (title: string): string => `${title} | ${PRODUCT_NAME}`

/** `Kerf: cut exactly ...` for the home page, `Terms of Service | Kerf` for the others. */
export function pageTitle(id: PageId): string {
  const { title } = pageWords[id]
  return id === 'home' ? `${PRODUCT_NAME}: ${title}` : withProductName(title)
}

/** Sets the title of the tab. Pages whose title depends on their content set it themselves. */
export function usePageTitle(path: string): void {
  useEffect(() => {
    const id = (Object.keys(PAGES) as PageId[]).find((page) => PAGES[page].path === path)
    if (id && id !== 'home') document.title = pageTitle(id)
  }, [path])
}
