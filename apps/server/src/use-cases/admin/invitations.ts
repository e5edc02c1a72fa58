import type { createInvitation as createCall, Invitation } from '@kerf/contract/admin-invitations'
import type { AnswerOf, BodyOf } from '@kerf/contract/protocol/endpoint'
import { INVITATION_DAYS } from '@kerf/domain/access/access-mode'
import type { DescribedInvitation } from '../../ports/accounts.ts'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import type { RowPage } from '../../ports/page.ts'
import { noteAction } from '../shared/audit.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { adminPage, mapPage, type PageQuery } from '../shared/pages.ts'
import { hashToken, newToken } from '../shared/random-token.ts'

export async function listInvitations(deps: Deps<'database' | 'clock'>, page: PageQuery): Promise<RowPage<Invitation>> {
  return mapPage(await deps.database.records.invitations.listOpen(deps.clock.now(), adminPage(page)), describe)
}

export async function createInvitation(
  deps: Deps<'database' | 'clock'>,
  { body, by }: { body: BodyOf<typeof createCall>; by: string },
): Promise<Outcome<AnswerOf<typeof createCall>>> {
  const createdAt = deps.clock.now()
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MILLISECONDS)
  const { plan = null, email = null } = body
  const token = newToken()
  const invitation = {
    id: newId(),
    email: email?.toLowerCase() ?? null,
    plan,
    createdBy: by,
    createdAt,
    expiresAt,
    usedAt: null,
    revokedAt: null,
  }
  // The log contains no personal data, so the email is left out.
  const details = [plan && `plan: ${plan}`, email && 'for one email'].filter(Boolean).join(', ')
  return await deps.database.transaction(async (records) => {
    if (email !== null && (await records.accounts.findByEmail(email))) return refused('email_taken')
    await records.invitations.add({ ...invitation, tokenHash: hashToken(token) })
    await noteAction(records, {
      by,
      at: createdAt,
      action: 'invitation_made',
      target: targetOf(invitation.id),
      ...(details && { details }),
    })
    const createdByName = (await records.accounts.find(by))?.name ?? null
    return done({ ...describe({ ...invitation, createdByName }), token })
  })
}

export async function revokeInvitation(
  deps: Deps<'database' | 'clock'>,
  { id, by }: ById,
): Promise<Outcome<undefined>> {
  return await deps.database.transaction(async (records) => {
    const at = deps.clock.now()
    if (!(await records.invitations.revoke(id, at))) return refused('not_found')
    await noteAction(records, { by, at, action: 'invitation_revoked', target: targetOf(id) })
    return done(undefined)
  })
}

const targetOf = (id: string) => ({ kind: 'invitation', id, name: null }) as const

function describe({ createdAt, expiresAt, id, email, plan, createdByName }: DescribedInvitation): Invitation {
  return {
    id,
    email,
    plan,
    createdByName,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
