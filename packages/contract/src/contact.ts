import { CONTACT_LENGTHS } from '@kerf/domain/contact-rules'
import { z } from 'zod'
import { email } from './account.ts'
import { endpoint } from './endpoint.ts'
import { noParams } from './identifier.ts'

const { name, subject, message } = CONTACT_LENGTHS

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: "Write to the people behind this server. The message lands in the operator's mailbox.",
  params: noParams,
  body: z.object({
    name: z.string().trim().min(name.min).max(name.max),
    email,
    subject: z.string().trim().min(subject.min).max(subject.max),
    message: z.string().trim().min(message.min).max(message.max),
  }),
  answer: z.object({}),
  status: 200,
  refusals: ['too_many_requests', 'not_set_up'],
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
  refusals: ['too_many_requests', 'not_set_up'],
})
