import { CONTACT_LENGTHS } from '@kerf/domain/people/contact-rules'
import { z } from 'zod'
import { email, mailedToken, oneLine } from './auth.ts'
import { endpoint } from './protocol/endpoint.ts'
import { noParams } from './protocol/identifier.ts'

const { name, subject, message } = CONTACT_LENGTHS

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: "Write to the people behind this server. The message lands in the operator's mailbox.",
  params: noParams,
  body: z.object({
    name: oneLine(name),
    email,
    subject: oneLine(subject),
    message: z.string().trim().min(message.min).max(message.max),
  }),
  answer: z.object({}),
  status: 200,
  refusals: ['too_many_requests'],
})

export const subscribeNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter',
  summary:
    'Ask for the newsletter. Nothing is sent to this email but one mail with a link, until that is followed. The answer is the same for those who have subscribed already.',
  params: noParams,
  body: z.object({ email }),
  answer: z.object({}),
  status: 200,
  refusals: ['too_many_requests'],
})

export const confirmNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  summary: 'Subscribe with the token from the mail.',
  params: noParams,
  body: z.object({ token: mailedToken }),
  answer: z.object({ email }),
  status: 200,
  refusals: ['invalid_confirmation', 'too_many_requests'],
})

export const endNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/end',
  summary: 'Unsubscribe with the token from any of its mails; nothing of the email is kept.',
  params: noParams,
  body: z.object({ token: mailedToken }),
  answer: z.object({}),
  status: 200,
  refusals: ['invalid_confirmation', 'too_many_requests'],
})
