import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { mainLink, seeText, visibleTextOf } from '../../testing/screen.ts'

it('a visitor installs the bookmarklet, and opens the video of another page with it', async () => {
  await open('/tools')
  const bookmark = mainLink('Cut in Kerf')
  await bookmark.click()
  await seeText('Do not press it here. Drag it to your bookmarks bar.')
  const address = bookmark.element().getAttribute('href') ?? ''
  expect(address).toMatch(/^javascript:/)
  expect(visibleTextOf(page.getByCss('pre').first())).toBe(address)

  // Runs the script of the bookmark as a browser does, in another page.
  const pressBookmark = (url: string, currentSrc: string | null, currentTime = 0): Record<string, string> => {
    const openedUrls: string[] = []
    const video = currentSrc === null ? null : { currentSrc, currentTime }
    new Function('window', 'document', 'location', decodeURIComponent(address.slice('javascript:'.length)))(
      { open: (openedUrl: string) => openedUrls.push(openedUrl) },
      { querySelector: () => video },
      new URL(url),
    )
    const { origin, searchParams } = new URL(openedUrls[0]!)
    expect([openedUrls.length, origin]).toEqual([1, location.origin])
    return Object.fromEntries(searchParams)
  }
  const watchUrl = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=x'
  expect(pressBookmark(watchUrl, 'blob:https://www.youtube.com/1', 12.3456)).toEqual({ url: watchUrl, start: '12.346' })
  expect(pressBookmark('https://news.example/a?b=c#d', 'https://cdn.example/film.mp4')).toEqual({
    url: 'https://cdn.example/film.mp4',
  })
  expect(pressBookmark('https://news.example/a', null)).toEqual({ url: 'https://news.example/a' })
})
