import { collapseBlanks } from '@kerf/domain/admin-rules'
import { AUDIT_ACTIONS, AUDIT_TARGETS } from '@kerf/domain/audit'
import { BLOCK_KINDS } from '@kerf/domain/block-kind'
import { MAX_LINK_LENGTH } from '@kerf/domain/link'
import { z } from 'zod'
import { ADMIN_REFUSALS, pageQuery } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { noParams, nothing, withId } from './identifier.ts'

export const contactMessageRecord = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(['new', 'answered']),
  createdAt: z.string(),
})
export type ContactMessageRecord = z.output<typeof contactMessageRecord>

export const listContactMessages = endpoint({
  method: 'GET',
  path: '/api/admin/contact-messages',
  summary: 'What people wrote by the contact form, newest first, one page of it.',
  params: noParams,
  query: pageQuery,
  body: nothing,
  answer: z.array(contactMessageRecord),
  status: 200,
  refusals: ADMIN_REFUSALS,
})

export const markContactMessage = endpoint({
  method: 'PUT',
  path: '/api/admin/contact-messages/{id}',
  summary: 'Mark a message as answered, or as new again.',
  params: withId,
  body: z.object({ status: contactMessageRecord.shape.status }),
  answer: contactMessageRecord,
  status: 200,
  refusals: [...ADMIN_REFUSALS, 'not_found'],
})

export const newsletterSubscriber = z.object({
  email: z.string(),
  createdAt: z.string(),
  confirmedAt: z
    .string()
    .nullable()
    .meta({ description: 'null until the letter was answered: nothing is sent before.' }),
})
export type NewsletterSubscriber = z.output<typeof newsletterSubscriber>

export const listNewsletterSubscribers = endpoint({
  method: 'GET',
  path: '/api/admin/newsletter',
  summary: 'Who asked for the newsletter, newest first, one page of it.',
  params: noParams,
  query: pageQuery,
  body: nothing,
  answer: z.array(newsletterSubscriber),
  status: 200,
  refusals: ADMIN_REFUSALS,
})

/** A notice with all that its author declared: whoever decides has to see it whole. */
export const noticeRecord = z.object({
  id: z.string(),
  reference: z.string().meta({ description: 'What the notice is called in letters.' }),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  signature: z.string().meta({ description: 'Typed by the author, under both statements.' }),
  work: z.string().meta({ description: 'The work whose rights are claimed.' }),
  links: z.array(z.string()),
  status: z.enum(['open', 'blocked', 'dismissed']),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  unblockable: z.array(z.string()).meta({
    description: 'Those of its links that lead to nothing this server could process: nothing was blocked for them.',
  }),
})
export type NoticeRecord = z.output<typeof noticeRecord>

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/admin/dmca',
  summary: 'Notices of rights owners, newest first, one page of them.',
  params: noParams,
  query: pageQuery,
  body: nothing,
  answer: z.array(noticeRecord),
  status: 200,
  refusals: ADMIN_REFUSALS,
})

export const decideNotice = endpoint({
  method: 'POST',
  path: '/api/admin/dmca',
  summary: 'Decide about a notice. Blocking puts its links on the blocklist and deletes the clips made of them.',
  params: noParams,
  body: z.object({ id: z.string(), decision: z.enum(['block', 'dismiss']) }),
  answer: noticeRecord,
  status: 200,
  refusals: [...ADMIN_REFUSALS, 'not_found'],
})

export const blockReason = z.string().trim().min(1).max(500)
export const blockedLink = z.object({
  id: z.string(),
  kind: z.enum(BLOCK_KINDS),
  link: z.string().meta({ description: 'As the admin entered it.' }),
  reason: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
})
export type BlockedLink = z.output<typeof blockedLink>

export const listBlockedLinks = endpoint({
  method: 'GET',
  path: '/api/admin/blocklist',
  summary: 'Links that nobody can process here, newest first, one page of them.',
  params: noParams,
  query: pageQuery,
  body: nothing,
  answer: z.array(blockedLink),
  status: 200,
  refusals: ADMIN_REFUSALS,
})

export const blockLink = endpoint({
  method: 'POST',
  path: '/api/admin/blocklist',
  summary: 'Refuse a video, a channel or a domain from now on, stop its jobs and delete its clips.',
  params: noParams,
  body: z.object({
    kind: z.enum(BLOCK_KINDS),
    link: z.string().trim().min(1).max(MAX_LINK_LENGTH),
    reason: blockReason,
  }),
  answer: blockedLink.extend({
    wasBlocked: z.boolean().meta({ description: 'It was blocked before; its reason is the one that was given now.' }),
  }),
  status: 200,
  refusals: [...ADMIN_REFUSALS, 'invalid_link', 'invalid_request'],
})

export const unblockLink = endpoint({
  method: 'DELETE',
  path: '/api/admin/blocklist/{id}',
  summary: 'Take a link off the blocklist.',
  params: withId,
  body: nothing,
  answer: nothing,
  status: 204,
  refusals: [...ADMIN_REFUSALS, 'not_found'],
})

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  actorId: z.string().nullable().meta({ description: "The admin's account; null for the command line of the server." }),
  actorName: z.string().nullable().meta({ description: 'null for the command line, and once the account is deleted.' }),
  action: z.enum(AUDIT_ACTIONS),
  target: z
    .string()
    .nullable()
    .meta({ description: 'Whom or what it was done to, by a name people know, if there is one.' }),
  targetKind: z.enum(AUDIT_TARGETS).nullable(),
  targetId: z.string().nullable(),
  details: z.string().nullable().meta({ description: 'What is different now.' }),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'What admins have done, newest first, one page of it.',
  params: noParams,
  query: pageQuery.extend({
    action: z.enum(AUDIT_ACTIONS).optional(),
    search: z
      .string()
      .max(254)
      .overwrite(collapseBlanks)
      .optional()
      .meta({ description: 'A part of the name of who did it, of what it was done to, or of the details; or an id.' }),
  }),
  body: nothing,
  answer: z.array(auditEntry),
  status: 200,
  refusals: ADMIN_REFUSALS,
})
