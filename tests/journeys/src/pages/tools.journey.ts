import { expect, it } from 'vitest'
import { openStage } from '../harness/servers/stage.ts'

const stage = openStage({ youtube: false })

it('a visitor takes the bookmark along, presses it on a page with a video, and has the video open from there', async () => {
  const visit = await stage.visit({ path: '/tools' })
  const bookmark = visit.page.getByRole('link', { name: 'Cut in Kerf' })
  await bookmark.click()
  await visit.seeText('Do not press it here. Drag it to your bookmarks bar.')
  const address = (await bookmark.getAttribute('href')) ?? ''
  expect(address).toMatch(/^javascript:/)
  expect(await visit.page.locator('pre').first().innerText()).toBe(address)

  // Runs the script of the bookmark as a browser does, in another page.
  const press = (page: string, currentSrc: string | null, currentTime = 0): Record<string, string> => {
    const openedUrls: string[] = []
    const video = currentSrc === null ? null : { currentSrc, currentTime }
    new Function('window', 'document', 'location', decodeURIComponent(address.slice('javascript:'.length)))(
      { open: (url: string) => openedUrls.push(url) },
      { querySelector: () => video },
      new URL(page),
    )
    const { origin, searchParams } = new URL(openedUrls[0]!)
    expect([openedUrls.length, origin]).toEqual([1, new URL(stage.kerf.url).origin])
    return Object.fromEntries(searchParams)
  }
  const watchUrl = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=x'
  expect(press(watchUrl, 'blob:https://www.youtube.com/1', 12.3456)).toEqual({ url: watchUrl, start: '12.346' })
  expect(press('https://news.example/a?b=c#d', 'https://cdn.example/film.mp4')).toEqual({
    url: 'https://cdn.example/film.mp4',
  })
  expect(press('https://news.example/a', null)).toEqual({ url: 'https://news.example/a' })
})
