import { expect, it } from 'vitest'
import { describeOn, REAL } from '../adapters/database/testing/open-test-database.ts'
import { changePerson } from './admin/change-person.ts'
import { requestDownload } from './downloads/request-download.ts'
import { expectOneOfTwoPlans, expectOnePayment } from './testing/captures-at-once.ts'
import { openCashDesk } from './testing/cash-desk.ts'
import { openPeople } from './testing/people.ts'
import { expectFiveAreTaken } from './testing/requests-at-once.ts'
import { openWorkbench } from './testing/workbench.ts'

const TIMES = 50
const ADMINS = 4
const REQUESTERS = 20

/** The embedded database does one thing after the other; here they really meet. Nobody may wait for ever, nor get a deadlock error. */
describeOn([REAL], `concurrent operations on $name, ${TIMES} times over`, async (kind) => {
  const bench = await openWorkbench(kind)
  const desk = await openCashDesk(kind)

  it('get five of fifty requests', () => expectFiveAreTaken(bench, { rounds: TIMES }))

  it('pay once', async () => {
    for (let time = 0; time < TIMES; time += 1) await expectOnePayment(desk)
  })

  it('pay for one of two plans', async () => {
    for (let time = 0; time < TIMES; time += 1) await expectOneOfTwoPlans(desk)
  })

  it('leave one admin', async () => {
    const people = await openPeople(bench)
    const signedUp = await Promise.all(Array.from({ length: ADMINS }, () => people.signUp()))
    const ids = signedUp.map(({ session }) => session.account.id)
    for (let time = 0; time < TIMES; time += 1) {
      for (const id of ids) await bench.database.records.accounts.update(id, { role: 'admin', isActive: true })
      const pairs = ids.flatMap((by) => ids.map((id) => ({ by, id })))
      const request = (at: number) => ((at + time) % 3 === 0 ? { isActive: false } : { role: 'user' as const })
      await Promise.all(pairs.map(({ by, id }, at) => changePerson(bench, { id, change: request(at), by })))
      expect(await bench.database.transaction((records) => records.accounts.lockActiveAdmins())).toHaveLength(1)
    }
  })

  it('share one clip', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const reference = `r${String(time).padStart(10, '0')}`
      const requesters = await Promise.all(
        Array.from({ length: REQUESTERS }, async () => {
          const viewer = await bench.viewer()
          const video = { ...(await bench.video(viewer)), id: `${reference}-${viewer.id}`, reference }
          await bench.database.records.videos.insert(video)
          return { viewer, video }
        }),
      )
      const answers = await Promise.all(
        requesters.map(({ viewer, video }) =>
          requestDownload(bench, { videoId: video.id, asked: { quality: '360p' }, viewer, address: '192.168.0.7' }),
        ),
      )
      const clips = answers.map((answer) => (answer.ok ? answer.value.download.clipId : answer.code))
      expect(new Set(clips).size).toBe(1)
      expect(answers.every(({ ok }) => ok)).toBe(true)
    }
  })
})
