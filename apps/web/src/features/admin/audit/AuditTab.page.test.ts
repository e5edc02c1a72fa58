import { type AuditEntry, listAuditEntries } from '@kerf/contract/admin-audit'
import { it } from 'vitest'
import { openPanel, scriptPanel } from '../../../testing/admin-panel.ts'
import { row, see } from '../../../testing/screen.ts'
import { scriptCall } from '../../../testing/scripted-server.ts'

const entry: AuditEntry = {
  id: 'e1',
  at: '2026-11-20T22:14:00Z',
  actorId: 'v1s2t3r4-whole',
  actorName: null,
  action: 'clip_shared',
  target: 'The Long Song',
  targetKind: 'job',
  targetId: 'j1',
  details: null,
}

it('the audit log shows a visitor by id, an admin by name, and a deleted account as deleted', async () => {
  scriptPanel()
  scriptCall(listAuditEntries, (): AuditEntry[] => [
    entry,
    { ...entry, id: 'e2', action: 'share_ended', actorId: 'a1', actorName: 'Ada Quist', target: 'A Short Song' },
    { ...entry, id: 'e3', action: 'job_cancelled', actorId: 'g1o2n3e4-whole', target: 'No Song' },
  ])
  await openPanel('audit')
  await see(row('The Long Song').getByText('Shared a clip'))
  await see(row('The Long Song').getByText('Without an account: v1s2t3r4'))
  await see(row('A Short Song').getByText('Ada Quist'))
  await see(row('No Song').getByText('Deleted account g1o2n3e4'))
})
