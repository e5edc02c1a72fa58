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
  /** Account of the admin; null for commands on the server. */
  actorId: string | null
  action: AuditAction
  /** `name` is null for accounts: reading the log joins their current name. */
  target: { kind: AuditTargetKind; id: string; name: string | null } | null
  /** Description of the change, for admins. Contains no person's name. */
  details: string | null
}

/** `actorName` and the target's name are null once the account is deleted. */
interface DescribedAuditEntry extends AuditEntryRecord {
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

interface DayRevenue {
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

export interface AdminRecords {
  people: {
    /** `now` decides which plans have ended. */
    list(request: PeopleFilter, page: PageRequest, now: Date): Promise<Page<AccountRecord>>
    /** The same list without a count, from the account after `before`. The cost does not depend on the position. */
    listAfter(
      request: PeopleFilter,
      page: { before?: AccountRecord | undefined; limit: number },
      now: Date,
    ): Promise<AccountRecord[]>
  }
  /** Plans that were bought or granted, without the free plan. */
  planEntries: {
    /** Newest first. */
    list(page: PageRequest): Promise<Page<PlanEntryRecord>>
    /** All ledger entries of these accounts, by account, each list in chronological order. */
    ledgersOf(accountIds: readonly string[]): Promise<Map<string, LedgerEntry[]>>
  }
  /** The audit log. Entries are never changed or deleted. */
  audit: {
    add(entry: AuditEntryRecord): Promise<void>
    /** Newest first. */
    list(filter: AuditFilter, page: PageRequest): Promise<Page<DescribedAuditEntry>>
  }
  /** Statistics of the installation. Days are UTC dates such as `2026-11-21`; days without any event are left out. */
  stats: {
    countUsers(): Promise<number>
    countNewUsers(from: Date): Promise<DayCount[]>
    countActiveClips(): Promise<number>
    /** Clips finished since `from`, by day, including deleted ones. */
    countFinishedClips(from: Date): Promise<DayCount[]>
    /** Size of all stored clips, from the sizes measured at publication. */
    storedBytes(): Promise<number>
    /** Payments less refunds, since `from`. */
    revenue(from: Date, time: Date): Promise<DayRevenue[]>
  }
  dailyStorage: {
    note(day: string, bytes: number): Promise<void>
    /**
     * Measurements from `fromDay` on, oldest first. If that day has none, the list begins with the last one before it.
     */
    list(fromDay: string): Promise<{ day: string; bytes: number }[]>
  }
  blocklist: {
    /** Shared lock: no block is added until this transaction ends, so its checks still hold when it commits. */
    hold(): Promise<void>
    /** Exclusive lock, against `hold` and `lock`. Take it before any other lock. */
    lock(): Promise<void>
    matching(keys: readonly BlockKey[]): Promise<BlockKey[]>
    insert(block: BlockRecord): Promise<void>
    findByKey(key: BlockKey): Promise<DescribedBlock | null>
    setReason(id: string, reason: string): Promise<void>
    /** Newest first. */
    list(page: PageRequest): Promise<Page<DescribedBlock>>
    /** Returns the deleted block, or null. */
    delete(id: string): Promise<BlockRecord | null>
    /** Clips that the key may match, in progress or with a file. The caller compares their subjects. */
    listSuspects(key: BlockKey): Promise<{ clipId: string; subject: BlockSubject }[]>
  }
  takedownNotices: {
    /** Returns the notice with its number. */
    insert(notice: Omit<TakedownNoticeRecord, 'number'>): Promise<TakedownNoticeRecord>
    /** Serializes notices from this mailbox until the transaction ends. */
    lockSender(email: string): Promise<void>
    /** An identical notice of the same sender, created at `notBefore` or later. */
    findTwin(notice: Omit<TakedownNoticeRecord, 'number'>, notBefore: Date): Promise<TakedownNoticeRecord | null>
    find(id: string): Promise<TakedownNoticeRecord | null>
    /** Locks the notice's row until the transaction ends. */
    lock(id: string): Promise<TakedownNoticeRecord | null>
    countOpen(): Promise<number>
    decide(id: string, decision: Pick<TakedownNoticeRecord, 'status' | 'unblockable' | 'decidedAt'>): Promise<void>
    /** Newest first. */
    list(page: PageRequest): Promise<Page<TakedownNoticeRecord>>
  }
}
