import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DataDirectory, openDataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { hasCluster } from '../../adapters/database/embedded/cluster-folder.ts'
import { TransferError } from '../../adapters/database/transfer/transfer-error.ts'
import type { Settings } from '../environment/environment.ts'
import { ownVersion } from '../environment/own-version.ts'
import type { DatabaseLocation } from './open-records.ts'

const USAGE_SENTENCES = {
  migrate: 'Usage: npm run migrate',
  backup: 'Usage: npm run backup -- FILE [--force]; --force replaces an earlier backup',
  restore:
    'Usage: npm run restore -- FILE [--set-aside], or latest in place of FILE for the newest of DATA_DIR/backups',
  move: 'Usage: npm run move -- --to postgres://USER:PASSWORD@HOST/DATABASE [--files FOLDER or s3://BUCKET/...] [--force], or --to embedded; or --undo, which takes the mark of a move from the former database',
}
type RecordCommand = keyof typeof USAGE_SENTENCES

export class RecordCommandError extends Error {
  override name = 'RecordCommandError'
}

/** Runs `migrate`, `backup`, `restore` or `move` on the server's own machine. Returns what was done, in sentences. */
export async function runRecordCommand(words: readonly string[], settings: Settings): Promise<string> {
  const [command, ...args] = words
  if (!isCommand(command)) throw new RecordCommandError(Object.values(USAGE_SENTENCES).join('\n'))
  const { positionals, values } = parseArguments(command, args)
  const positionalCount = command === 'backup' || command === 'restore' ? 1 : 0
  if (
    positionals.length !== positionalCount ||
    (command === 'move') !== ((values.to ?? values.undo) !== undefined) ||
    (values.undo && Object.keys(values).length > 1) ||
    (values.force && command !== 'move' && command !== 'backup') ||
    (values['set-aside'] && command !== 'restore')
  )
    throw new RecordCommandError(USAGE_SENTENCES[command])

  await using resources = new AsyncDisposableStack()
  // `migrate` and `backup` of a PostgreSQL do not lock the data directory, because servers may keep running.
  const isAlone = settings.databaseUrl === null || command === 'restore' || command === 'move'
  const directory = isAlone ? await openDataDirectory(settings.dataDirectory) : null
  resources.defer(async () => directory?.close())
  const location: DatabaseLocation = settings.databaseUrl
    ? { databaseUrl: settings.databaseUrl, folder: null }
    : { databaseUrl: null, folder: directory?.databasePath ?? '' }
  if (
    directory &&
    location.folder &&
    (command === 'backup' || command === 'move') &&
    !(await hasCluster(location.folder))
  )
    throw new RecordCommandError(
      `There is no database in ${directory.path}: Kerf has never been started there. Is DATA_DIR correct?`,
    )
  return await commandHandlers[command]({ settings, place: location, directory, path: positionals[0] ?? '', values })
}

interface CommandInput {
  settings: Settings
  place: DatabaseLocation
  directory: DataDirectory | null
  path: string
  values: { to?: string; files?: string; force?: boolean; undo?: boolean; 'set-aside'?: boolean }
}

/** Handlers of the commands, by name. They import their modules late, so that a mistyped command is refused at once. */
const commandHandlers: Record<RecordCommand, (input: CommandInput) => Promise<string>> = {
  async migrate({ place, settings, directory }) {
    const { embeddedSecret } = await import('./installation-secret.ts')
    if (directory) await embeddedSecret(settings, directory)
    const { migrateCommand } = await import('./migrate-command.ts')
    return await migrateCommand(place, (sentence) => process.stdout.write(`${sentence}\n`))
  },
  async backup({ place, path, values, settings }) {
    const { backupCommand } = await import('./backup-commands.ts')
    const secrets = settings.sessionSecret ? {} : await readStoredSecrets(settings)
    const mayReplace = values.force === true
    return await backupCommand({ place, path, secrets, version: await ownVersion(), mayReplace })
  },
  async restore({ place, path: fileOrLatest, values, settings, directory }) {
    const { RESTORE_NEXT_STEPS, restoreCommand, restoreSettingAside } = await import('./backup-commands.ts')
    if (!directory) throw new Error('Restoring needs the data directory.')
    const path = fileOrLatest === 'latest' ? await findLatestBackup(directory) : fileOrLatest
    const options = { path, directory, hasOwnSecret: settings.sessionSecret !== null }
    const isEmbedded = settings.databaseUrl === null
    if (!values['set-aside'])
      return `${await restoreCommand({ ...options, place }).catch(suggestSetAside(isEmbedded))}\n${RESTORE_NEXT_STEPS}`
    if (!isEmbedded)
      throw new RecordCommandError(
        '--set-aside is for the embedded database. With DATABASE_URL, name an empty database.',
      )
    return `${await restoreSettingAside({ ...options, directory })}\n${RESTORE_NEXT_STEPS}`
  },
  async move({ place, values, settings, directory }) {
    if (!directory) throw new Error('Moving needs the data directory.')
    const { openStores, describeMoveResult, moveCommand, readTarget, undoMove } = await import('./move-command.ts')
    if (values.undo) return await undoMove(place)
    const to = readTarget(values.to ?? '', settings, directory)
    const secret = settings.sessionSecret ?? (await readStoredSecrets(settings)).session ?? null
    // A start on the moved database would silently create a new secret.
    if (secret === null && to.databaseUrl === null)
      throw new RecordCommandError(
        'Nothing here says which secret the installation has, and with a different one, everybody is signed out and two-factor codes stop working. ' +
          `Set SESSION_SECRET to it, or copy the folder secrets of the former DATA_DIR to ${join(settings.dataDirectory, 'secrets')}.`,
      )
    const files = values.files === undefined ? null : await openStores(values.files, settings, directory, secret)
    const moveResult = await moveCommand({ from: place, to, files, secret, isForced: values.force === true })
    return describeMoveResult(moveResult, to, values.files ?? null, settings)
  },
}

/** Adds the option --set-aside to the message about a database that is not empty. */
const suggestSetAside = (isEmbedded: boolean) => (error: unknown) => {
  if (!isEmbedded || !(error instanceof TransferError) || error.code !== 'not_empty') throw error
  throw new RecordCommandError(`${error.message} To put the present database aside, add --set-aside.`)
}

async function findLatestBackup({ backupsPath }: DataDirectory): Promise<string> {
  const { latestBackup } = await import('./daily-backups.ts')
  const path = await latestBackup(backupsPath)
  if (path === null) throw new RecordCommandError(`There is no backup in ${backupsPath}. Name a file.`)
  return path
}

async function readStoredSecrets({ dataDirectory }: Settings): Promise<Record<string, string>> {
  const { readSecrets } = await import('../../adapters/data-directory/stored-secret.ts')
  return await readSecrets(join(dataDirectory, 'secrets'))
}

function isCommand(word: string | undefined): word is RecordCommand {
  return word !== undefined && Object.hasOwn(USAGE_SENTENCES, word)
}

function parseArguments(command: RecordCommand, words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        files: { type: 'string' },
        force: { type: 'boolean' },
        undo: { type: 'boolean' },
        'set-aside': { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new RecordCommandError(`${(error as Error).message}\n${USAGE_SENTENCES[command]}`)
  }
}
