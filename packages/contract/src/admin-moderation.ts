import { MAX_LINK_LENGTH } from '@kerf/domain/links/link'
import { BLOCK_KINDS } from '@kerf/domain/moderation/blocking'
import { z } from 'zod'
import { adminEndpoint, pageQuery } from './admin-call.ts'
import { idParams } from './protocol/identifier.ts'

/** A notice with every statement of its author, for the admin who decides about it. */
export const noticeRecord = z.object({
  id: z.string(),
  reference: z.string().describe('The reference of the notice in emails.'),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  signature: z.string().describe('Typed by the author, under both statements.'),
  work: z.string().describe('The work whose rights are claimed.'),
  links: z.array(z.string()),
  status: z.enum(['open', 'blocked', 'dismissed']),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  unblockable: z
    .array(z.string())
    .describe('Links of the notice that this server cannot process, so nothing was blocked for them.'),
})
export type NoticeRecord = z.output<typeof noticeRecord>

export const listNotices = adminEndpoint('GET /api/admin/dmca', {
  summary: 'DMCA notices, newest first, one page at a time.',
  query: pageQuery,
  answer: z.array(noticeRecord),
})

export const decideNotice = adminEndpoint('POST /api/admin/dmca', {
  summary: 'Decide on a notice. Blocking puts its links on the blocklist and deletes their clips.',
  body: z.object({ id: z.string(), decision: z.enum(['block', 'dismiss']) }),
  answer: noticeRecord,
  refusals: ['not_found'],
})

export const blockReason = z.string().trim().min(1).max(500)
export const blockedLink = z.object({
  id: z.string(),
  kind: z.enum(BLOCK_KINDS),
  link: z.string().describe('As the admin entered it.'),
  reason: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
})
export type BlockedLink = z.output<typeof blockedLink>

export const listBlockedLinks = adminEndpoint('GET /api/admin/blocklist', {
  summary: 'Blocked links, newest first, one page at a time.',
  query: pageQuery,
  answer: z.array(blockedLink),
})

export const blockLink = adminEndpoint('POST /api/admin/blocklist', {
  summary: 'Block a video, a channel or a domain, stop its jobs and delete its clips.',
  body: z.object({
    kind: z.enum(BLOCK_KINDS),
    link: z.string().trim().min(1).max(MAX_LINK_LENGTH),
    reason: blockReason,
  }),
  answer: blockedLink.extend({
    wasBlocked: z.boolean().describe('It was already blocked; its reason was replaced.'),
  }),
  refusals: ['invalid_link', 'invalid_request'],
})

export const unblockLink = adminEndpoint('DELETE /api/admin/blocklist/{id}', {
  summary: 'Take a link off the blocklist.',
  params: idParams,
  refusals: ['not_found'],
})
