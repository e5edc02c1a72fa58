import { isKerfs, knownMigrations, schemaState } from '../../adapters/database/transfer/schema-state.ts'
import { TransferError } from '../../adapters/database/transfer/transfer-error.ts'
import { connectTo, prepareQueue, type RecordPlace } from './open-records.ts'

/** Of several at once, one migrates; `onWaiting` hears that the others wait. Returns sentences. */
export async function migrateCommand(place: RecordPlace, onWaiting?: (sentence: string) => void): Promise<string> {
  await using connection = await connectTo(place)
  const known = await knownMigrations()
  let before = await schemaState(connection.executor)
  let hasWaited = false
  if ((before.migrations ?? 0) > known.length)
    throw new TransferError('other_version', 'This database belongs to a newer version of Kerf. Nothing was changed.')
  // By the same library, in its default place: ours would be counted as run, and never run.
  if ((before.migrations ?? 0) > 0 && !(await isKerfs(connection.executor)))
    throw new TransferError(
      'not_empty',
      'This database contains migrations that are not from Kerf. Choose an empty database. Nothing was changed.',
    )
  await connection.migrate(undefined, {
    onWaiting() {
      hasWaited = true
      onWaiting?.('Another process is migrating this database. Waiting until it is done.')
    },
    async onTurn() {
      if (hasWaited) before = await schemaState(connection.executor)
    },
  })
  await prepareQueue(connection)
  const after = await schemaState(connection.executor)
  const ran = known.slice(before.migrations ?? 0)
  const said = [
    ran.length === 0
      ? `Nothing to migrate: ${hasWaited ? `another process has run what was missing of the ${known.length} migrations` : `all ${known.length} migrations had run`}.`
      : `Migrated: ${ran.join(', ')}.`,
  ]
  if (before.queueVersion !== after.queueVersion)
    said.push(
      `The queue's tables are at version ${after.queueVersion}${before.queueVersion === null ? '' : `, were at ${before.queueVersion}`}.`,
    )
  return said.join('\n')
}
