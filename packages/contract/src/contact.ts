import { CONTACT_LENGTHS } from '@kerf/domain/people/contact-rules'
import { z } from 'zod'
import { email, mailedToken, oneLine } from './auth.ts'
import { endpoint } from './protocol/endpoint.ts'

const { name, subject, message } = CONTACT_LENGTHS

export const sendMessage = endpoint('POST /api/contact', {
  alwaysOpen: true,
  summary: "Write to the people who run this server. The message is sent to the operator's mailbox.",
  body: z.object({
    name: oneLine(name),
    email,
    subject: oneLine(subject),
    message: z.string().trim().min(message.min).max(message.max),
  }),
  answer: z.object({}),
  refusals: ['too_many_requests'],
})

export const readContact = endpoint('GET /api/contact', {
  alwaysOpen: true,
  summary: 'How to reach the people who run this server.',
  answer: z.object({ chatUrl: z.string().nullable().describe('Their live chat; null where there is none.') }),
})

export const subscribeNewsletter = endpoint('POST /api/newsletter', {
  alwaysOpen: true,
  summary:
    'Subscribe to the newsletter. Only one email with a link is sent until that link is opened. The answer is the same for existing subscribers.',
  body: z.object({ email }),
  answer: z.object({}),
  refusals: ['too_many_requests'],
})

export const confirmNewsletter = endpoint('POST /api/newsletter/confirm', {
  alwaysOpen: true,
  summary: 'Confirm the subscription with the token from the email.',
  body: z.object({ token: mailedToken }),
  answer: z.object({ email }),
  refusals: ['invalid_confirmation', 'too_many_requests'],
})

export const endNewsletter = endpoint('POST /api/newsletter/end', {
  alwaysOpen: true,
  summary: 'Unsubscribe with the token from any newsletter. The email is deleted.',
  body: z.object({ token: mailedToken }),
  answer: z.object({}),
  refusals: ['invalid_confirmation', 'too_many_requests'],
})
