import { resolve } from 'node:path'
import { FORMAT } from '../../adapters/backup-file/backup-format.ts'
import { writeBackup } from '../../adapters/backup-file/write-backup.ts'
import { withRecords } from '../../adapters/database/transfer/read-records.ts'
import { refuseOtherSecret } from '../../adapters/processes/agreements.ts'
import { connectTo, type RecordPlace, refuseOtherVersion } from './open-records.ts'

export interface BackupOrder {
  place: RecordPlace
  path: string
  /** Of this Kerf. */
  version: string
  /** Those of the data directory that go along, by name. */
  secrets: Record<string, string>
}

/** Writes everything that cannot be made again into one file. Answers what was done, in sentences. */
export async function backupCommand({ place, path, version, secrets }: BackupOrder): Promise<string> {
  const connection = await connectTo(place)
  try {
    const state = await refuseOtherVersion(connection)
    // That of a data directory in which another Kerf once was would open nothing of what is in the backup.
    if (secrets.session && place.databaseUrl !== null) await refuseOtherSecret(connection.executor, secrets.session)
    const madeAt = new Date().toISOString()
    const header = { kerf: 'backup' as const, format: FORMAT, version, madeAt, ...state, secrets }
    const file = resolve(path)
    const { tables, rows } = await withRecords(connection.executor, (pieces) => writeBackup(file, header, pieces))
    const secret = secrets.session
      ? 'The secret that signs sessions is in it: keep it like a password.'
      : 'SESSION_SECRET is not in it: keep that as well, apart from it.'
    return `Written to ${file}: ${tables} tables, ${rows} rows. ${secret}`
  } finally {
    await connection.close()
  }
}
