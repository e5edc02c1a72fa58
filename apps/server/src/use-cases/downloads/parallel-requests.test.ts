import { expect, it } from 'vitest'
import { describeOnDatabases, EMBEDDED, REAL } from '../../adapters/database/testing/open-test-database.ts'
import { AT_ONCE, expectFiveAreTaken, many, PUBLIC_ADDRESS, requestAtOnce } from '../testing/requests-at-once.ts'
import { ADDRESS, openWorkbench } from '../testing/workbench.ts'
import { cancelDownload, failClip } from './end-download.ts'

/** The embedded database does one thing after the other, so that once is enough: they meet in the real one. */
const MEETING = REAL.skipped ? EMBEDDED : REAL
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

describeOnDatabases('fifty simultaneous requests, in $name', async (kind) => {
  const times = (atLength: number) => (isAtLength || kind === MEETING ? atLength : 1)
  const bench = await openWorkbench(kind)

  /** Twenty times over: parallel-requests.hard.ts. */
  it(
    'with five left exactly five are taken, over and over',
    () => expectFiveAreTaken(bench, { rounds: times(5) }),
    120_000,
  )

  it('of fifty strangers at one address exactly three get theirs, again and again', async () => {
    const requesters = await many(async () => {
      const viewer = await bench.viewer()
      return { viewer, video: await bench.video(viewer) }
    })
    for (let round = 0; round < times(3); round++) {
      const taken = await requestAtOnce(bench, requesters, PUBLIC_ADDRESS)
      expect(taken).toHaveLength(3)
      const given = taken.map(({ id, viewerId }) =>
        Promise.all([1, 2].map(() => cancelDownload(bench, { id, viewer: { id: viewerId, kind: 'anonymous' } }))),
      )
      await Promise.all(given)
    }
    const taken = await requestAtOnce(bench, requesters, ADDRESS)
    expect(taken).toHaveLength(AT_ONCE)
  })

  it('units of strangers and of their address are returned together, whatever else is requested meanwhile', async () => {
    const address = '2001:500:2::c'
    const requesters = await many(async () => {
      const viewer = await bench.viewer()
      return { viewer, video: await bench.video(viewer) }
    })
    const [first, second, ...rest] = await requestAtOnce(bench, requesters, address)
    if (!first || !second) throw new Error('Nothing was taken.')
    await Promise.all([
      failClip(bench, { clipId: first.clipId, errorCode: 'clip_empty' }),
      failClip(bench, { clipId: first.clipId, errorCode: 'cut_failed' }),
      failClip(bench, { clipId: second.clipId, errorCode: 'cut_failed' }),
      ...rest.map(({ id, viewerId }) => cancelDownload(bench, { id, viewer: { id: viewerId, kind: 'anonymous' } })),
      requestAtOnce(bench, requesters.slice(0, 10), '2001:500:2:100::c'),
    ])
    // Whoever has got theirs from the other address would only be given it again.
    expect(await requestAtOnce(bench, requesters.slice(10), address)).toHaveLength(3)
  })
})
