import { z } from 'zod'
import { adminEndpoint, pageQuery } from './admin-call.ts'
import { sendMessage } from './contact.ts'
import { idParams } from './protocol/identifier.ts'

export const contactMessageRecord = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(['new', 'answered']),
  fromPayer: z.boolean().describe('Had a paid plan when it was written.'),
  createdAt: z.string(),
})
export type ContactMessageRecord = z.output<typeof contactMessageRecord>

export const listContactMessages = adminEndpoint('GET /api/admin/contact-messages', {
  summary:
    'Messages from the contact form, one page at a time: unanswered ones of payers first, then the newest first.',
  query: pageQuery,
  answer: z.array(contactMessageRecord),
})

export const markContactMessage = adminEndpoint('PUT /api/admin/contact-messages/{id}', {
  summary: 'Mark a message as answered, or as new again.',
  params: idParams,
  body: z.object({ status: contactMessageRecord.shape.status }),
  answer: contactMessageRecord,
  refusals: ['not_found'],
})

export const newsletterSubscriber = z.object({
  email: z.string(),
  createdAt: z.string(),
  confirmedAt: z.string().nullable().describe('null until the email was confirmed: nothing is sent before.'),
})
export type NewsletterSubscriber = z.output<typeof newsletterSubscriber>

export const listNewsletterSubscribers = adminEndpoint('GET /api/admin/newsletter', {
  summary: 'Newsletter subscribers, newest first, one page at a time.',
  query: pageQuery,
  answer: z.array(newsletterSubscriber),
})

export const exportNewsletterSubscribers = adminEndpoint('GET /api/admin/newsletter/export', {
  summary: 'All confirmed newsletter subscribers, as CSV.',
  answer: z.unknown(),
  file: 'text/csv',
})

export const sendNewsletter = adminEndpoint('POST /api/admin/newsletter', {
  summary: 'Queue an email to every confirmed subscriber. Each contains a link that unsubscribes.',
  body: sendMessage.body.pick({ subject: true, message: true }),
  answer: z.object({ recipients: z.number().int() }),
})
