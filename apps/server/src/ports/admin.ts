/** Records for admins only: audit log, blocklist and takedown notices. */

import type { listAuditEntries } from '@kerf/contract/admin-audit'
import type { BlockedLink, NoticeRecord } from '@kerf/contract/admin-moderation'
import type { QueryOf } from '@kerf/contract/protocol/endpoint'
import type { AuditAction, AuditTargetKind } from '@kerf/domain/moderation/audit'
import type { BlockKey, BlockSubject } from '@kerf/domain/moderation/blocking'
import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import type { UserFilter, UserSort } from '@kerf/domain/people/admin-rules'
import type { AccountRecord } from './accounts.ts'
import type { Dated, Page, PageRequest } from './page.ts'

interface AuditEntryRecord {
  id: string
  at: Date
  /** The admin's account; null for commands on the server. */
  actorId: string | null
  action: AuditAction
  /** `name` is null for accounts, whose current name is joined. */
  target: { kind: AuditTargetKind; id: string; name: string | null } | null
  /** What changed, for admins. Names nobody. */
  details: string | null
}

/** `actorName` and the target's name are null once the account is deleted. */
interface DescribedAuditEntry extends AuditEntryRecord {
  actorName: string | null
}

/** The search matches name, username or email of actor or target, and the target's name. */
export type AuditFilter = Omit<QueryOf<typeof listAuditEntries>, 'page'>

/** With the key that it is compared by: see domain/moderation/blocking.ts. `createdBy` is the id of the account. */
export interface BlockRecord extends BlockKey, Dated<BlockedLink, 'createdAt'> {
  noticeId: string | null
}

/** `createdByName` is null for a deleted account, and for commands on the server. */
export interface DescribedBlock extends BlockRecord {
  createdByName: string | null
}

export interface TakedownNoticeRecord extends Dated<Omit<NoticeRecord, 'reference'>, 'createdAt' | 'decidedAt'> {
  /** Counted up from 1 when it is stored. */
  number: number
}

export interface DayCount {
  day: string
  count: number
}

interface DayRevenue {
  day: string
  cents: number
  /** Of these, before the given time. */
  centsBefore: number
}

export interface PeopleFilter {
  /** Part of name, username or email, ignoring case. */
  search?: string | undefined
  filter: UserFilter
  sort: UserSort
}

/** A plan that was bought or given: its entry in the ledger, and whose it is by now. */
export interface PlanEntryRecord {
  entryId: string
  accountId: string
  /** null once the account is deleted. */
  owner: Pick<AccountRecord, 'name' | 'email'> | null
}

export interface AdminRecords {
  people: {
    /** `now`: plans whose time is over are none. */
    list(request: PeopleFilter, page: PageRequest, now: Date): Promise<Page<AccountRecord>>
    /** The same without counting, from behind this one: however far it is, it costs the same. */
    listAfter(
      request: PeopleFilter,
      page: { before?: AccountRecord | undefined; limit: number },
      now: Date,
    ): Promise<AccountRecord[]>
  }
  /** Plans that were bought or given, the free one left out. */
  planEntries: {
    /** Newest first. */
    list(page: PageRequest): Promise<Page<PlanEntryRecord>>
    /** Everything that has happened to these accounts' plans, each in its order. */
    ledgersOf(accountIds: readonly string[]): Promise<Map<string, LedgerEntry[]>>
  }
  /** Only ever added to. */
  audit: {
    add(entry: AuditEntryRecord): Promise<void>
    /** Newest first. */
    list(filter: AuditFilter, page: PageRequest): Promise<Page<DescribedAuditEntry>>
  }
  /** What the installation adds up to. Days are UTC's, as `2026-11-21`; those on which there was nothing are left out. */
  stats: {
    countUsers(): Promise<number>
    countNewUsers(from: Date): Promise<DayCount[]>
    countActiveClips(): Promise<number>
    /** By the day on which the clip was finished, since `from`, deleted ones included. */
    countFinishedClips(from: Date): Promise<DayCount[]>
    /** What clips take up, as they were measured when they were published. */
    storedBytes(): Promise<number>
    /** Payments less refunds, since `from`. */
    revenue(from: Date, time: Date): Promise<DayRevenue[]>
  }
  dailyStorage: {
    note(day: string, bytes: number): Promise<void>
    /** From this day on, and the last look before it if there was none on it; the oldest first. */
    list(fromDay: string): Promise<{ day: string; bytes: number }[]>
  }
  blocklist: {
    /** Nothing is blocked from now on until this transaction ends: what it finds allowed is still allowed when it commits. */
    hold(): Promise<void>
    /** An exclusive lock, against both `hold` and `lock`. Taken before any other lock. */
    lock(): Promise<void>
    matching(keys: readonly BlockKey[]): Promise<BlockKey[]>
    insert(block: BlockRecord): Promise<void>
    findByKey(key: BlockKey): Promise<DescribedBlock | null>
    setReason(id: string, reason: string): Promise<void>
    /** Newest first. */
    list(page: PageRequest): Promise<Page<DescribedBlock>>
    /** Returns what was blocked by it. */
    delete(id: string): Promise<BlockRecord | null>
    /** Clips in progress or with a file that the block may apply to; the caller decides by their subjects. */
    listSuspects(key: BlockKey): Promise<{ clipId: string; subject: BlockSubject }[]>
  }
  takedownNotices: {
    /** Returns it with its number. */
    insert(notice: Omit<TakedownNoticeRecord, 'number'>): Promise<TakedownNoticeRecord>
    /** Makes others who write from this mailbox wait until the transaction ends. */
    lockSender(email: string): Promise<void>
    /** An identical notice of the same sender, not older than `notBefore`. */
    findTwin(notice: Omit<TakedownNoticeRecord, 'number'>, notBefore: Date): Promise<TakedownNoticeRecord | null>
    find(id: string): Promise<TakedownNoticeRecord | null>
    /** Locks its row until the transaction ends. */
    lock(id: string): Promise<TakedownNoticeRecord | null>
    countOpen(): Promise<number>
    decide(id: string, decision: Pick<TakedownNoticeRecord, 'status' | 'unblockable' | 'decidedAt'>): Promise<void>
    /** Newest first. */
    list(page: PageRequest): Promise<Page<TakedownNoticeRecord>>
  }
}
