import { readContact, sendMessage, subscribeNewsletter } from '@kerf/contract/contact'
import { sendNotice } from '@kerf/contract/dmca'
import { describe, expect, it } from 'vitest'
import { PATIENTLY } from '../harness/browser.ts'
import { exampleUser, NOTHING, scriptCall, signedInAs } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

async function valuesOf(visit: Visit, labels: string[]): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const label of labels) values[label] = await visit.field(label).inputValue()
  return values
}

const MESSAGE = {
  Name: 'Anna Example',
  Email: 'anna@example.org',
  Subject: 'A question about seams',
  Message: 'How exact is it?\n\nRegards, Anna',
}

describe('a message to the operator', () => {
  it('is checked at each field, stays in the form when sending fails, is sent once, and then clears the form', async () => {
    const visit = await stage.visit({ path: '/contact' })
    const acceptance = Promise.withResolvers<Record<string, never>>()
    const calls = await scriptCall(visit, sendMessage, (_call, nth) =>
      nth === 1 ? { refuse: 'not_set_up' } : acceptance.promise,
    )
    await visit.fill({ Name: ' A ', Email: 'anna', Subject: 'Seam', Message: 'How exact' })
    await visit.button('Send Message').click()
    for (const sentence of [
      'Name must be at least 2 characters',
      'Please enter a valid email address',
      'Subject must be at least 5 characters',
      'Message must be at least 10 characters',
    ])
      await visit.seeText(sentence)
    const name = visit.field('Name')
    await expect.poll(() => name.getAttribute('aria-invalid'), PATIENTLY).toBe('true')
    await visit.seeFocus(name)
    await visit.fill({ ...MESSAGE, Message: 'x'.repeat(5001) })
    await expect.poll(() => name.getAttribute('aria-invalid'), PATIENTLY).toBeNull()
    await visit.seeText('Message must be at most 5000 characters')
    await visit.button('Send Message').click()
    expect(calls).toHaveLength(0)

    visit.expectComplaint(/501/)
    await visit.fill(MESSAGE)
    await visit.field('Subject').press('Enter')
    await visit.seeToast('Error', 'This server is not set up for that yet.')
    await visit.page.getByRole('main').getByText('This server is not set up for that yet.').waitFor()
    await visit.button('Send Message').dblclick()
    await visit.button('Sending...').waitFor()
    expect(await valuesOf(visit, Object.keys(MESSAGE))).toEqual(MESSAGE)
    acceptance.resolve({})
    await visit.seeToast('Message Sent', 'You will get a reply within 24 hours.')
    const emptyForm = { Name: '', Email: '', Subject: '', Message: '' }
    await expect.poll(() => valuesOf(visit, Object.keys(MESSAGE)), PATIENTLY).toEqual(emptyForm)
    const { Name, Email: email, Subject: subject, Message: message } = MESSAGE
    expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ name: Name, email, subject, message }))
  })

  it('does not take along what is written while it is sent', async () => {
    const visit = await stage.visit({ path: '/contact' })
    const acceptance = Promise.withResolvers<Record<string, never>>()
    await scriptCall(visit, sendMessage, () => acceptance.promise)
    await visit.fill(MESSAGE)
    await visit.button('Send Message').click()
    await visit.button('Sending...').waitFor()
    await visit.field('Message').fill('And one more question')
    acceptance.resolve({})
    await visit.seeToast('Message Sent')
    await expect
      .poll(() => valuesOf(visit, Object.keys(MESSAGE)), PATIENTLY)
      .toEqual({ Name: '', Email: '', Subject: '', Message: 'And one more question' })
  })

  it('is filled in with the user’s account, without overwriting their input', async () => {
    const visit = await stage.visit({ path: '/terms' })
    await signedInAs(visit, exampleUser())
    await scriptCall(visit, sendMessage, () => ({}))
    const userRequest = await visit.hold((request) => request.url().endsWith('/api/auth/user'))
    await visit.page.goto(new URL('/contact', stage.kerf.url).href)
    await visit.field('Name').fill('Anna B.')
    userRequest.release()
    await expect.poll(() => visit.field('Email').inputValue(), PATIENTLY).toBe('anna@example.org')
    await expect.poll(() => visit.field('Email for the newsletter').inputValue(), PATIENTLY).toBe('anna@example.org')
    expect(await visit.field('Name').inputValue()).toBe('Anna B.')
    await visit.fill({ Subject: MESSAGE.Subject, Message: MESSAGE.Message })
    await visit.button('Send Message').click()
    await visit.seeToast('Message Sent')
    await expect
      .poll(() => valuesOf(visit, Object.keys(MESSAGE)), PATIENTLY)
      .toEqual({ Name: 'Anna Example', Email: 'anna@example.org', Subject: '', Message: '' })
  })
})

it('a live chat is there if the operator has one, with its hours in the visitor’s own time, and an email for the newsletter has to be confirmed', async () => {
  const visit = await stage.visit({ path: '/terms' })
  await visit.page.clock.install({ time: '2026-11-20T13:59:00Z' })
  const contactResponse = visit.page.waitForResponse('**/api/contact')
  await visit.page.goto(new URL('/contact', stage.kerf.url).href)
  await (await contactResponse).finished()
  await visit.button('Subscribe').waitFor()
  expect(await visit.page.getByText(/chat/i).count()).toBe(0)
  await scriptCall(visit, readContact, () => ({ chatUrl: 'https://chat.example.org/kerf' }))
  await visit.page.goto(new URL('/contact', stage.kerf.url).href)
  await visit.seeText('Available 9 AM to 5 PM EST')
  const chat = visit.page.getByRole('link', { name: 'Open the chat' })
  expect(await chat.getAttribute('href')).toBe('https://chat.example.org/kerf')
  // Berlin is six hours ahead of EST.
  await visit.seeText('In your time zone: 15:00 to 23:00.')
  await visit.seeText('Currently outside these hours')
  await visit.page.clock.fastForward('02:00')
  await visit.seeText('Currently within these hours')

  const calls = await scriptCall(visit, subscribeNewsletter, (_call, nth) =>
    nth === 1 ? { refuse: 'too_many_requests' } : NOTHING,
  )
  await visit.button('Subscribe').click()
  await visit.seeText('Please enter a valid email address')
  await visit.field('Email for the newsletter').fill('anna@example.org')
  visit.expectComplaint(/429/)
  await visit.button('Subscribe').click()
  await visit.seeToast('Error', 'Too many requests. Please wait a moment and try again.')
  await visit.button('Subscribe').dblclick()
  const sentence = 'Check your email to confirm. You will not get any newsletters before that.'
  await visit.seeToast('Almost subscribed', sentence)
  await visit.button('Subscribe').waitFor({ state: 'detached' })
  expect(calls.map(({ body }) => body.email)).toEqual(['anna@example.org', 'anna@example.org'])
})

const NOTICE = {
  'Your work': 'One day outside, a video of mine: https://example.org/video',
  'The infringing links': 'https://youtu.be/dQw4w9WgXcQ\nhttps://youtu.be/aaaaaaaaaaa\n',
  'Full name': 'Anna Example',
  'Postal address': 'Street 1\n10115 Berlin',
  Phone: '+49 30 123456',
  Email: 'anna@example.org',
  Signature: 'Anna Example',
}

it('a notice of infringement has its six elements, keeps its input when it fails, is sent once, and shows what happens next', async () => {
  const visit = await stage.visit({ path: '/dmca' })
  let answer: { reference: string } | { refuse: 'not_set_up' } = { refuse: 'not_set_up' }
  const calls = await scriptCall(visit, sendNotice, () => answer)
  await visit.button('Send Notice').click()
  await visit.seeText('Please say which work it is')
  await visit.seeText('Please enter at least one link')
  expect(await visit.page.getByText('A notice is not valid without this statement').count()).toBe(2)
  await visit.fill({ ...NOTICE, 'The infringing links': 'https://youtu.be/dQw4w9WgXcQ\nyoutu.be/a' })
  await visit.seeText('Each line must be a full link starting with https://')
  for (const statement of await visit.page.getByRole('checkbox').all()) await statement.check()
  await visit.button('Send Notice').click()
  expect(calls).toHaveLength(0)

  await visit.fill(NOTICE)
  visit.expectComplaint(/501/)
  await visit.button('Send Notice').click()
  await visit.seeToast('Error', 'This server is not set up for that yet.')
  expect(await valuesOf(visit, Object.keys(NOTICE))).toEqual(NOTICE)
  answer = { reference: 'N-7F3K2' }
  await visit.button('Send Notice').dblclick()
  const sentHeading = visit.page.getByRole('heading', { level: 1, name: 'Notice sent' })
  await visit.seeFocus(sentHeading)
  await visit.seeText('N-7F3K2')
  await visit.seeText('What happens next')
  await visit.expectNoFaults()
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
  await visit.button('Send another notice').click()
  expect(await valuesOf(visit, ['Your work', 'Signature'])).toEqual({ 'Your work': '', Signature: '' })
  await visit.page.getByRole('link', { name: 'Go to the contact form' }).click()
  await visit.page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
})
