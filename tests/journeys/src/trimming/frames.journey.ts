import { videoIds } from '@kerf/standins/youtube/videos'
import { expect, it } from 'vitest'
import { openStage } from '../harness/servers/stage.ts'
import { linkTo } from '../harness/youtube.ts'

const stage = openStage({ youtube: false })

it('x', async () => {
  const visit = await stage.visit()
  await visit.submitLink(linkTo(videoIds.ordinary))
  await visit.arriveAtVideo('Stand-in test video')
  const id = new URL(visit.page.url()).searchParams.get('v')
  const got = await visit.page.evaluate(async (id) => {
    const out: string[] = []
    for (const at of [7.511, 7.6, 9, 12.3, 15, 3]) {
      const from = performance.now()
      const a = await fetch(`/api/video/${id}/gop?at=${at}`)
      const n = (await a.arrayBuffer()).byteLength
      out.push(`gop ${at} ${a.status} ${n} ${Math.round(performance.now() - from)} ms`)
    }
    for (const at of [7.511, 7.6, 9]) {
      const from = performance.now()
      const a = await fetch(`/api/video/${id}/frame?at=${at}&place=start`)
      const n = (await a.arrayBuffer()).byteLength
      out.push(`frame ${at} ${a.status} ${n} ${a.headers.get('kerf-frame-seconds')} ${Math.round(performance.now() - from)} ms`)
    }
    for (const at of [7.511, 2]) {
      const from = performance.now()
      const a = await fetch(`/api/video/${id}/edges?startTime=${at}&endTime=${at + 7}`)
      const n = (await a.arrayBuffer()).byteLength
      out.push(`edges ${at} ${a.status} ${n} ${Math.round(performance.now() - from)} ms`)
    }
    return out
  }, id)
  console.log(got.join('\n'))
  expect(got.length).toBe(11)
})
