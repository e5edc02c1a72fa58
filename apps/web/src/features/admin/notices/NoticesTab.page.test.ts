import { blockLink, decideNotice, listBlockedLinks, unblockLink } from '@kerf/contract/admin-moderation'
import { endShareOfUser, listShares } from '@kerf/contract/share'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPanel, scriptPanel } from '../../../testing/admin-panel.ts'
import { totalHeader } from '../../../testing/examples/admin-answers.ts'
import * as examples from '../../../testing/examples/admin-examples.ts'
import {
  button,
  field,
  inputIn,
  pressTwice,
  row,
  see,
  seeFocusAround,
  seeNo,
  seeText,
  seeToast,
} from '../../../testing/screen.ts'
import { holdRequests, scriptCall } from '../../../testing/scripted-server.ts'

beforeEach(() => scriptPanel())

it('notices are decided, and blocking shows on the blocklist', async () => {
  const [notice] = examples.exampleNotices()
  let blockedLinks = [examples.exampleBlockedLink()]
  scriptCall(listBlockedLinks, () => blockedLinks, totalHeader(1))
  const decisions = scriptCall(decideNotice, (_call, callNumber) => {
    if (callNumber === 1) return { refuse: 'not_set_up' }
    blockedLinks = [
      examples.exampleBlockedLink({ id: 'new'.padEnd(22, 'A'), link: notice!.links[0]! }),
      ...blockedLinks,
    ]
    return { ...notice!, status: 'blocked' as const, decidedAt: notice!.createdAt }
  })
  await openPanel('notices')
  for (const text of ['Reference N-2026-0007', '+44 20 7946 0000', 'Signed Rita Office'])
    await see(row('The Long Song').getByText(text))
  // A notice stays open if its decision fails.
  await button('Dismiss: The Long Song').click()
  await seeToast('Error', 'This server is not set up for that yet.')
  await see(row('The Long Song').getByText('OPEN'))
  // Blocking needs a confirmation.
  const question = page.getByRole('dialog', { name: 'Block the links of this notice' })
  await button('Block: The Long Song').click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await seeNo(question)
  await see(row('The Long Song').getByText('OPEN'))
  await button('Block: The Long Song').click()
  await question.getByRole('button', { name: 'Block links' }).click()
  await seeToast('Links blocked', /^From now on they are refused/)
  await see(row('The Long Song').getByText('BLOCKED'))
  await see(button(`Unblock ${notice!.links[0]}`))
  expect(decisions.at(-1)?.body).toEqual({ id: notice!.id, decision: 'block' })
  expect(decisions).toHaveLength(2)
})

it('links are blocked with a reason and unblocked; an invalid one stays in its field', async () => {
  let links = [examples.exampleBlockedLink()]
  scriptCall(listBlockedLinks, () => links)
  const additions = scriptCall(blockLink, ({ body }, callNumber) => {
    if (callNumber === 1) return { refuse: 'invalid_link' }
    const record = examples.exampleBlockedLink({ id: `added${callNumber}`.padEnd(22, 'A'), ...body })
    links = [record, ...links]
    return { ...record, wasBlocked: callNumber > 2 }
  })
  scriptCall(unblockLink, ({ params }) => {
    links = links.filter(({ id }) => id !== params.id)
    return undefined as never
  })
  await openPanel('notices')
  await button('Block link').click()
  await seeText('Enter a link.')
  await seeText('Enter a reason, so that others understand it later.')
  expect(additions).toHaveLength(0)
  const [link, reason] = [field('Link to block'), field('Reason').first()]
  await link.fill('nonsense')
  await reason.fill('why')
  await button('Block link').click()
  await seeToast('Error', 'Please enter a valid YouTube URL.')
  expect(inputIn('Link to block')).toBe('nonsense')

  await link.fill(' https://media.example/a.mp4 ')
  await reason.fill('Somebody asked')
  const blockRequest = holdRequests(({ method }) => method === 'POST')
  await pressTwice(button('Block link'))
  await see(button('Blocking...'))
  await link.fill('https://media.example/b.mp4')
  blockRequest.release()
  await seeToast('Link blocked', 'https://media.example/a.mp4')
  // Text that is typed while the form is being sent stays.
  expect(inputIn('Link to block')).toBe('https://media.example/b.mp4')
  await expect.element(reason).toHaveValue('')
  expect(additions.map(({ body }) => body).slice(1)).toEqual([
    { kind: 'video', link: 'https://media.example/a.mp4', reason: 'Somebody asked' },
  ])
  // Blocking a domain needs a confirmation. A domain that is already blocked is reported as such.
  await field('What to block').selectOptions('Domain')
  await field('Domain to block').fill('media.example')
  await reason.fill('A better one')
  await button('Block domain').click()
  const question = page.getByRole('dialog', { name: 'Block domain' })
  await see(question.getByText(/^From now on, everything from media\.example is refused/))
  expect(additions).toHaveLength(2)
  await question.getByRole('button', { name: 'Block domain' }).click()
  await seeToast('Already blocked', 'media.example stays blocked. Its reason was replaced.')
  await seeNo(question)
  expect(additions.at(-1)?.body).toEqual({ kind: 'domain', link: 'media.example', reason: 'A better one' })
  await button('Unblock https://media.example/a.mp4').click()
  await seeToast('Link unblocked', 'https://media.example/a.mp4')
  await seeNo(row('https://media.example/a.mp4'))
  // The button has disappeared with its row; the focus stays in the list.
  await seeFocusAround(page.getByRole('table', { name: 'Blocked links' }))
})

it('a shared clip is listed with its owner, and its page can be withdrawn', async () => {
  let shares = [examples.exampleShare()]
  scriptCall(listShares, () => shares)
  scriptCall(endShareOfUser, () => {
    shares = []
    return undefined as never
  })
  await openPanel('notices')
  for (const fact of ['Rosa Weber', '12']) await see(row('A talk about cuts').getByText(fact, { exact: true }))
  await button('Take back: A talk about cuts').click()
  await seeToast('Link taken back', 'A talk about cuts')
  await seeText('No clip is shared.')
})
