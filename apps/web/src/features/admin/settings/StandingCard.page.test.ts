import { readAdminHealth } from '@kerf/contract/admin-settings'
import { checkOf, say } from '@kerf/domain/health/health-check'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPanel, scriptPanel } from '../../../testing/admin-panel.ts'
import * as examples from '../../../testing/examples/admin-examples.ts'
import { button, PHONE, region, see, seeText } from '../../../testing/screen.ts'
import { scriptCall } from '../../../testing/scripted-server.ts'

it('a phone shows what is wrong, and all other parts on request', async () => {
  scriptPanel()
  await page.viewport(PHONE.width, PHONE.height)
  const { disk } = examples.exampleHealth().checks
  scriptCall(readAdminHealth, () =>
    examples.exampleHealth({
      source: checkOf('failing', say('resolver_network', 'dns, www.youtube.com, EAI_AGAIN')),
      disk: { ...disk, ...checkOf('degraded', say('disk_low'), say('disk_advice')) },
    }),
  )
  await openPanel()
  const card = region('Where it stands')
  await see(card.getByText('People cannot cut now.'))
  const names = () =>
    card
      .getByRole('listitem')
      .getByRole('heading')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(names).toEqual(['Source', 'Disk'])
  await see(card.getByText('FAILING'))
  await seeText(/^This server cannot reach YouTube \(dns, www\.youtube\.com, EAI_AGAIN\)/)
  await button('All parts').click()
  await expect.poll(names).toEqual(['Source', 'Disk', 'Media library', 'Email', 'Address', 'Updates'])
})
