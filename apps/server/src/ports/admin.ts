/** Rows for admins only: audit log, blocklist and takedown notices. */

import type { listAuditEntries } from '@kerf/contract/admin-audit'
import type { BlockedLink, NoticeRecord } from '@kerf/contract/admin-moderation'
import type { QueryOf } from '@kerf/contract/protocol/endpoint'
import type { AuditAction, AuditTargetKind } from '@kerf/domain/moderation/audit'
import type { BlockKey } from '@kerf/domain/moderation/blocking'
import type { UserFilter, UserSort } from '@kerf/domain/people/admin-rules'
import type { AccountRecord } from './accounts.ts'
import type { Dated } from './page.ts'

export interface AuditEntryRecord {
  id: string
  at: Date
  /** Account of the admin, or viewer who made a clip public; null for commands on the server. */
  actorId: string | null
  action: AuditAction
  /** `name` is null for accounts and shared clips: reading the log joins their current name. */
  target: { kind: AuditTargetKind; id: string; name: string | null } | null
  /** Description of the change, for admins. Contains no person's name. */
  details: string | null
}

/** `actorName` and the target's name are null once the account or the clip is deleted. A visitor has no name. */
export interface DescribedAuditEntry extends AuditEntryRecord {
  actorName: string | null
}

/** The search matches name, username or email of actor or target, and the target's name. */
export type AuditFilter = Omit<QueryOf<typeof listAuditEntries>, 'page'>

/** A block with its comparison key: see domain/moderation/blocking.ts. `createdBy` is an account's id. */
export interface BlockRecord extends BlockKey, Dated<BlockedLink, 'createdAt'> {
  noticeId: string | null
}

/** A block with its creator's name: null for a deleted account, and for commands on the server. */
export interface DescribedBlock extends BlockRecord {
  createdByName: string | null
}

export interface TakedownNoticeRecord extends Dated<Omit<NoticeRecord, 'reference'>, 'createdAt' | 'decidedAt'> {
  /** Sequence number, from 1, given on insertion. */
  number: number
}

export interface DayCount {
  day: string
  count: number
}

export interface DayRevenue {
  day: string
  cents: number
  /** The part of `cents` that was paid before the given time. */
  centsBefore: number
}

export interface PeopleFilter {
  /** Part of name, username or email, ignoring case. */
  search?: string | undefined
  filter: UserFilter
  sort: UserSort
}

/** A plan that was bought or granted: its ledger entry, and its account. */
export interface PlanEntryRecord {
  entryId: string
  accountId: string
  /** null once the account is deleted. */
  owner: Pick<AccountRecord, 'name' | 'email'> | null
}
