import { AUDIT_ACTIONS, AUDIT_TARGETS } from '@kerf/domain/moderation/audit'
import { collapseBlanks } from '@kerf/domain/people/admin-rules'
import { z } from 'zod'
import { adminEndpoint, pageQuery } from './admin-call.ts'

export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  actorId: z
    .string()
    .nullable()
    .describe(
      'The account, or the visitor who shared a clip; null for the server itself: its command line, environment or setup link.',
    ),
  actorName: z
    .string()
    .nullable()
    .describe('null for the command line, for visitors, and once the account is deleted.'),
  action: z.enum(AUDIT_ACTIONS),
  target: z.string().nullable().describe('The name of the target, if it has one.'),
  targetKind: z.enum(AUDIT_TARGETS).nullable(),
  targetId: z.string().nullable(),
  details: z.string().nullable().describe('What was changed.'),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAuditEntries = adminEndpoint('GET /api/admin/audit', {
  summary: 'Audit log of the admins, newest first, one page at a time.',
  query: pageQuery.extend({
    action: z.enum(AUDIT_ACTIONS).optional(),
    search: z
      .string()
      .max(254)
      .overwrite(collapseBlanks)
      .optional()
      .describe('Part of the name of the admin, of the target or of the details, or an id.'),
  }),
  answer: z.array(auditEntry),
})
