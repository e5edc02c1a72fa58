import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { useEffect } from 'react'
import { pageWords } from '#messages/site.ts'
import { PAGES, type PageId } from './pages.ts'

export const titled = (title: string): string => `${title} | ${PRODUCT_NAME}`

/** `Kerf: cut exactly ...` at home, `Terms of Service | Kerf` elsewhere. */
export function pageTitle(id: PageId): string {
  const { title } = pageWords[id]
  return id === 'home' ? `${PRODUCT_NAME}: ${title}` : titled(title)
}

/** Names the tab after the page. Pages whose name depends on what they show, a video or nothing, name themselves. */
export function usePageTitle(path: string): void {
  useEffect(() => {
    const id = (Object.keys(PAGES) as PageId[]).find((page) => PAGES[page].path === path)
    if (id && id !== 'home') document.title = pageTitle(id)
  }, [path])
}
