import { readContact } from '@kerf/contract/contact'
import { sendNotice } from '@kerf/contract/dmca'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import {
  button,
  expectNoFaults,
  fill,
  heading,
  inputIn,
  mainLink,
  pressTwice,
  see,
  seeFocus,
  seeText,
  seeToast,
} from '../../testing/screen.ts'
import { scriptCall } from '../../testing/scripted-server.ts'

const NOTICE = {
  'Your work': 'One day outside, a video of mine: https://example.org/video',
  'The infringing links': 'https://youtu.be/dQw4w9WgXcQ\nhttps://youtu.be/aaaaaaaaaaa\n',
  'Full name': 'Anna Example',
  'Postal address': 'Street 1\n10115 Berlin',
  Phone: '+49 30 123456',
  Email: 'anna@example.org',
  Signature: 'Anna Example',
}

it('an infringement notice has six elements, survives a failed send, and shows the next steps', async () => {
  let answer: { reference: string } | { refuse: 'not_set_up' } = { refuse: 'not_set_up' }
  const calls = scriptCall(sendNotice, () => answer)
  scriptCall(readContact, () => ({ chatUrl: null }))
  await open('/dmca')
  await button('Send Notice').click()
  await seeText('Please say which work it is')
  await seeText('Please enter at least one link')
  expect(page.getByText('A notice is not valid without this statement').length).toBe(2)
  await fill({ ...NOTICE, 'The infringing links': 'https://youtu.be/dQw4w9WgXcQ\nyoutu.be/a' })
  await seeText('Each line must be a full link starting with https://')
  for (const statement of page.getByRole('checkbox').all()) await statement.click()
  await button('Send Notice').click()
  expect(calls).toHaveLength(0)

  await fill(NOTICE)
  await button('Send Notice').click()
  await seeToast('Error', 'This server is not set up for that yet.')
  expect(Object.keys(NOTICE).map(inputIn)).toEqual(Object.values(NOTICE))
  answer = { reference: 'N-7F3K2' }
  await pressTwice(button('Send Notice'))
  await seeFocus(heading('Notice sent'))
  await seeText('N-7F3K2')
  await seeText('What happens next')
  await expectNoFaults()
  expect(calls).toHaveLength(2)
  expect(calls[1]?.body).toEqual({
    work: NOTICE['Your work'],
    links: ['https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/aaaaaaaaaaa'],
    name: 'Anna Example',
    address: NOTICE['Postal address'],
    phone: NOTICE.Phone,
    email: 'anna@example.org',
    goodFaith: true,
    accurate: true,
    signature: 'Anna Example',
  })
  await button('Send another notice').click()
  expect(['Your work', 'Signature'].map(inputIn)).toEqual(['', ''])
  await mainLink('Go to the contact form').click()
  await see(heading('Contact'))
})
