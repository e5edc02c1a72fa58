import { readContact, sendMessage, subscribeNewsletter } from '@kerf/contract/contact'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { exampleUser } from '../../testing/examples/account-examples.ts'
import {
  button,
  field,
  fill,
  inputIn,
  pressOn,
  pressTwice,
  see,
  seeFocus,
  seeInput,
  seeNo,
  seeText,
  seeToast,
} from '../../testing/screen.ts'
import { EMPTY_ANSWER } from '../../testing/scripted-call.ts'
import { holdRequests, scriptCall, scriptUser } from '../../testing/scripted-server.ts'

const MESSAGE = {
  Name: 'Anna Example',
  Email: 'anna@example.org',
  Subject: 'A question about seams',
  Message: 'How exact is it?\n\nRegards, Anna',
}
const inputs = () => Object.keys(MESSAGE).map(inputIn)

beforeEach(() => void scriptCall(readContact, () => ({ chatUrl: null })))

describe('a message to the operator', () => {
  it('is checked at each field, survives a failed send, is sent once, and then clears the form', async () => {
    const acceptance = Promise.withResolvers<Record<string, never>>()
    const calls = scriptCall(sendMessage, (_call, callNumber) =>
      callNumber === 1 ? { refuse: 'not_set_up' } : acceptance.promise,
    )
    await open('/contact')
    await fill({ Name: ' A ', Email: 'anna', Subject: 'Seam', Message: 'How exact' })
    await button('Send Message').click()
    for (const sentence of [
      'Name must be at least 2 characters',
      'Please enter a valid email address',
      'Subject must be at least 5 characters',
      'Message must be at least 10 characters',
    ])
      await seeText(sentence)
    await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true')
    await seeFocus(field('Name'))
    await fill({ ...MESSAGE, Message: 'x'.repeat(5001) })
    await expect.element(field('Name')).not.toHaveAttribute('aria-invalid')
    await seeText('Message must be at most 5000 characters')
    await button('Send Message').click()
    expect(calls).toHaveLength(0)

    await fill(MESSAGE)
    await pressOn(field('Subject'), '{Enter}')
    await seeToast('Error', 'This server is not set up for that yet.')
    await see(page.getByRole('main').getByText('This server is not set up for that yet.'))
    await button('Send Message').dblClick()
    await see(button('Sending...'))
    expect(inputs()).toEqual(Object.values(MESSAGE))
    acceptance.resolve({})
    await seeToast('Message Sent', 'You will get a reply within 24 hours.')
    await expect.poll(inputs).toEqual(['', '', '', ''])
    const { Name, Email: email, Subject: subject, Message: message } = MESSAGE
    expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ name: Name, email, subject, message }))
  })

  it('keeps text that is typed during the send', async () => {
    const acceptance = Promise.withResolvers<Record<string, never>>()
    scriptCall(sendMessage, () => acceptance.promise)
    await open('/contact')
    await fill(MESSAGE)
    await button('Send Message').click()
    await see(button('Sending...'))
    await field('Message').fill('And one more question')
    acceptance.resolve({})
    await seeToast('Message Sent')
    await expect.poll(inputs).toEqual(['', '', '', 'And one more question'])
  })

  it("is filled in from the user's account, without overwriting input", async () => {
    scriptUser(exampleUser())
    scriptCall(sendMessage, () => ({}))
    const userRequest = holdRequests(({ url }) => url.pathname === '/api/auth/user')
    await open('/contact', { isUserKnown: false })
    await field('Name').fill('Anna B.')
    userRequest.release()
    await seeInput('Email', 'anna@example.org')
    await seeInput('Email for the newsletter', 'anna@example.org')
    expect(inputIn('Name')).toBe('Anna B.')
    await fill({ Subject: MESSAGE.Subject, Message: MESSAGE.Message })
    await button('Send Message').click()
    await seeToast('Message Sent')
    await expect.poll(inputs).toEqual(['Anna Example', 'anna@example.org', '', ''])
  })
})

it("a live chat is shown if the operator has one, with hours in the visitor's own time", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-20T13:59:00Z') })
  const contactReads = scriptCall(readContact, () => ({ chatUrl: null }))
  await open('/contact')
  await see(button('Subscribe'))
  await expect.poll(() => contactReads.length).toBe(1)
  await seeNo(page.getByText(/chat/i))
  scriptCall(readContact, () => ({ chatUrl: 'https://chat.example.org/kerf' }))
  await open('/contact')
  await seeText('Available 9 AM to 5 PM EST')
  const chat = page.getByRole('link', { name: 'Open the chat' })
  await expect.element(chat).toHaveAttribute('href', 'https://chat.example.org/kerf')
  // Berlin is six hours ahead of EST.
  await seeText('In your time zone: 15:00 to 23:00.')
  await seeText('Currently outside these hours')
  await vi.advanceTimersByTimeAsync(120_000)
  await seeText('Currently within these hours')
})

it('a newsletter sign-up has to be confirmed', async () => {
  const calls = scriptCall(subscribeNewsletter, (_call, callNumber) =>
    callNumber === 1 ? { refuse: 'too_many_requests' } : EMPTY_ANSWER,
  )
  await open('/contact')
  await button('Subscribe').click()
  await seeText('Please enter a valid email address')
  await field('Email for the newsletter').fill('anna@example.org')
  await button('Subscribe').click()
  await seeToast('Error', 'Too many requests. Please wait a moment and try again.')
  await pressTwice(button('Subscribe'))
  const sentence = 'Check your email to confirm. You will not get any newsletters before that.'
  await seeToast('Almost subscribed', sentence)
  await seeNo(button('Subscribe'))
  expect(calls.map(({ body }) => body.email)).toEqual(['anna@example.org', 'anna@example.org'])
})
