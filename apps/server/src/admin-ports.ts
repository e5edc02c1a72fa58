/** What the use cases of admins need from outside, beside ports.ts: their log, the blocklist, and notices of rights owners. */
import type { AuditAction, AuditTargetKind } from '@kerf/domain/audit'
import type { BlockKind } from '@kerf/domain/block-kind'

interface AuditEntryRecord {
  id: string
  at: Date
  /** The admin's account; null for whoever types commands on the server. */
  actorId: string | null
  action: AuditAction
  /** `name` is null for accounts: they are told by what they are called now. */
  target: { kind: AuditTargetKind; id: string; name: string | null } | null
  /** What is different now, as admins read it. Names nobody. */
  details: string | null
}

/** `actorName` and the target's name are null once the account is deleted. */
export interface ToldAuditEntry extends AuditEntryRecord {
  actorName: string | null
}

export interface AuditFilter {
  action?: AuditAction | undefined
  /** A part of the name, username or email of who did it or whom it was done to, or of the target's name. */
  search?: string | undefined
}

export interface BlockRecord {
  id: string
  kind: BlockKind
  /** What it is compared by: see domain/blocking.ts. */
  key: string
  /** As it was entered. */
  link: string
  reason: string
  createdAt: Date
  createdBy: string | null
  noticeId: string | null
}

export interface TakedownNoticeRecord {
  id: string
  /** Counted up from 1 when it is kept. */
  number: number
  name: string
  email: string
  address: string
  phone: string
  signature: string
  work: string
  links: string[]
  status: 'open' | 'blocked' | 'dismissed'
  /** Those of its links for which nothing could be blocked. */
  unblockable: string[]
  createdAt: Date
  decidedAt: Date | null
}

export interface AdminRecords {
  /** Only ever added to. */
  audit: {
    add(entry: AuditEntryRecord): Promise<void>
    /** Newest first. */
    list(
      filter: AuditFilter,
      page: { offset: number; limit: number },
    ): Promise<{ entries: ToldAuditEntry[]; total: number }>
  }
}
