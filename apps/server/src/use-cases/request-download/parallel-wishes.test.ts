import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS } from '../../adapters/database/testing/open-test-database.ts'
import type { DownloadRecord, VideoRecord, ViewerRecord } from '../../ports.ts'
import { cancelDownload } from '../cancel-download/cancel-download.ts'
import { failClip } from '../cut-clip/fail-clip.ts'
import { openPeople } from '../testing/people.ts'
import { ADDRESS, openWorkbench, type Workbench } from '../testing/workbench.ts'
import { requestDownload } from './request-download.ts'

const AT_ONCE = 50
const PUBLIC_ADDRESS = '198.41.0.4'
const TODAY = { day: '2026-11-20', month: '2026-11' }

interface Wisher {
  viewer: ViewerRecord
  video: VideoRecord
}

describe.each(DATABASE_KINDS)('fifty wishes at the same instant, in $name', (kind) => {
  describe.skipIf(kind.skipped)('are decided one by one', () => {
    let bench: Workbench
    beforeAll(async () => {
      bench = await openWorkbench(kind)
    })
    afterAll(() => bench?.remove())

    async function wishAtOnce(wishers: readonly Wisher[], address: string): Promise<DownloadRecord[]> {
      const ask = requestDownload(bench)
      const outcomes = await Promise.all(
        wishers.map(({ viewer, video }) => ask(video.id, { quality: '360p' }, viewer, address)),
      )
      for (const outcome of outcomes) if (!outcome.ok) expect(outcome.code).toBe('daily_limit')
      return outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.download] : []))
    }

    const many = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: AT_ONCE }, make))

    it('with five left exactly five are taken, twenty times over', async () => {
      const people = await openPeople(bench)
      const { viewer } = await people.signUp()
      const wishers = await many(async () => ({ viewer, video: await bench.video(viewer) }))
      for (let round = 0; round < 20; round++) {
        const taken = await wishAtOnce(wishers, PUBLIC_ADDRESS)
        expect(taken).toHaveLength(5)
        for (const { id } of taken) await cancelDownload(bench)(id, viewer)
      }
      expect(await bench.database.records.quota.used(viewer.id, TODAY)).toEqual({ today: 0, thisMonth: 0 })
    }, 120_000)

    it('of fifty strangers at one address exactly three get theirs, again and again', async () => {
      const wishers = await many(async () => {
        const viewer = await bench.viewer()
        return { viewer, video: await bench.video(viewer) }
      })
      for (let round = 0; round < 3; round++) {
        const taken = await wishAtOnce(wishers, PUBLIC_ADDRESS)
        expect(taken).toHaveLength(3)
        const given = taken.map(({ id, viewerId }) =>
          Promise.all([1, 2].map(() => cancelDownload(bench)(id, { id: viewerId, kind: 'anonymous' }))),
        )
        await Promise.all(given)
      }
      const taken = await wishAtOnce(wishers, ADDRESS)
      expect(taken).toHaveLength(AT_ONCE)
    })

    it('units of strangers and of their address come back together, whatever else is wished meanwhile', async () => {
      const address = '2001:500:2::c'
      const wishers = await many(async () => {
        const viewer = await bench.viewer()
        return { viewer, video: await bench.video(viewer) }
      })
      const [first, second, ...rest] = await wishAtOnce(wishers, address)
      if (!first || !second) throw new Error('Nothing was taken.')
      await Promise.all([
        failClip(bench, first.clipId, 'clip_empty'),
        failClip(bench, first.clipId, 'cut_failed'),
        failClip(bench, second.clipId, 'cut_failed'),
        ...rest.map(({ id, viewerId }) => cancelDownload(bench)(id, { id: viewerId, kind: 'anonymous' })),
        wishAtOnce(wishers.slice(0, 10), '2001:500:2:100::c'),
      ])
      // Whoever has got theirs from the other address would only be given it again.
      expect(await wishAtOnce(wishers.slice(10), address)).toHaveLength(3)
    })
  })
})
