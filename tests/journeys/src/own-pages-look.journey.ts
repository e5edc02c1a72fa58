import { readDownload } from '@kerf/contract/download'
import { describe, expect, it as itInBoth } from 'vitest'
import { ONE_OF_BOTH_SCREENS } from './harness/at-length.ts'
import { findThemeFaults } from './harness/find-accessibility-faults.ts'
import { arriveAtOwn, heading, IN_A_YEAR, job, NORTH_COAST, open, PART, PENDING, region } from './harness/own-pages.ts'
import { EXAMPLE_PAYMENTS, exampleOwnDownloads } from './harness/script-account.ts'
import { scriptCall } from './harness/script-calls.ts'
import { openStage } from './harness/stage.ts'

const stage = openStage({ youtube: false })

describe.each(ONE_OF_BOTH_SCREENS)('on $name', ({ screen }) => {
  itInBoth('every page of the account has no fault, in light and in dark, and fits', async () => {
    const user = { role: 'admin', subscription: 'pro-yearly', subscriptionExpiresAt: IN_A_YEAR } as const
    const visit = await arriveAtOwn(stage, '/profile', { user, payments: [PENDING, PART, ...EXAMPLE_PAYMENTS] }, screen)
    await scriptCall(visit, readDownload, () => exampleOwnDownloads()[0]!)
    const ready = {
      Profile: () => region(visit, 'Download usage').getByRole('meter').first().waitFor({ state: 'attached' }),
      Billing: () => visit.seeText('KERF-2026-000042'),
      Downloads: () => job(visit, NORTH_COAST, '720p').getByRole('button', { name: 'How exact is this?' }).click(),
      Settings: async () => {
        await visit.page.getByText('Safari on iPhone').waitFor()
        await visit.button('Change password').click()
        await visit.seeText('Please enter your password.')
      },
    }
    const look = async (): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await findThemeFaults(visit.page, colorScheme), `${visit.page.url()}, ${colorScheme}`).toEqual([])
      }
      expect(await visit.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), visit.page.url()).toBe(
        true,
      )
    }
    for (const [place, arrived] of Object.entries(ready)) {
      await visit.page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: place }).click()
      await arrived()
      await look()
    }
    await visit.button('Delete account...').click()
    await visit.page.getByRole('dialog').waitFor()
    await look()
    await open(visit, `/dashboard/billing/${PART.id}`)
    await heading(visit, 'Receipt KERF-2026-000043').waitFor()
    await look()
  })
})
