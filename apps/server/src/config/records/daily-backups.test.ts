import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DataDirectory, openDataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { type OpenDatabase, openDatabase } from '../../adapters/database/open-database.ts'
import { throwInTests } from '../../adapters/database/testing/open-test-database.ts'
import { readEnvironment } from '../environment/environment.ts'
import { restoreSettingAside } from './backup-commands.ts'
import { backUp, type DailyBackupDeps, startBackups } from './daily-backups.ts'
import { runRecordCommand } from './run-record-command.ts'

describe('daily backups', () => {
  const yesterday = '2026-11-22'
  let sharedPath: string
  let path: string
  let directory: DataDirectory
  let database: OpenDatabase
  let pathBeforeAnybodyCame: string | null
  // A backup takes long, so all tests start with the same backup of yesterday, which contains Anna.
  beforeAll(async () => {
    sharedPath = await mkdtemp(join(tmpdir(), 'kerf-daily-'))
    path = sharedPath
    await startBackupTest()
    pathBeforeAnybodyCame = await backUpOn(yesterday)
    await addViewer('Anna')
    expect(await backUpOn(yesterday)).toBe(join(path, 'backups', `kerf-${yesterday}`))
    await stop()
  })
  afterAll(() => rm(sharedPath, { recursive: true, force: true }))
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'kerf-daily-'))
    await cp(sharedPath, path, { recursive: true })
    await startBackupTest()
  })
  afterEach(async () => {
    await stop()
    await rm(path, { recursive: true, force: true })
  })

  async function startBackupTest(): Promise<void> {
    directory = await openDataDirectory(path)
    await directory.secret('session')
    database = await openDatabase({ databaseUrl: null, folder: directory.databasePath, onError: throwInTests })
  }
  async function stop(): Promise<void> {
    await database.close()
    await directory.close()
  }
  const restore = (...words: string[]) => runRecordCommand(['restore', ...words], readEnvironment({ DATA_DIR: path }))
  const addViewer = (name: string) => database.records.viewers.create(name, new Date(0))
  const hasViewer = async (name: string) => (await database.records.viewers.findByTokenHash(name)) !== null
  const depsOn = (day: string, backupKeep = 7, onDone: () => void = () => undefined): DailyBackupDeps => ({
    database,
    directory,
    settings: { backupKeep, sessionSecret: null },
    clock: { now: () => new Date(`${day}T04:00:00Z`) },
    log: { info: onDone, error: throwInTests },
  })
  const backUpOn = (day: string, backupKeep?: number) => backUp(depsOn(day, backupKeep))
  /** Starts the daily backups and advances the timers by an hour. A backup may still run. */
  function startBackupsForAnHour(deps: DailyBackupDeps): ReturnType<typeof startBackups> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval'] })
    const backups = startBackups(deps)
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    return backups
  }

  it('are not made before there is anything to back up', async () => {
    expect(pathBeforeAnybodyCame).toBeNull()
  })

  it('replace an existing backup only with --force', async () => {
    await stop()
    const backup = (...words: string[]) => runRecordCommand(['backup', ...words], readEnvironment({ DATA_DIR: path }))
    const existingFile = join(path, `backups/kerf-${yesterday}`)
    const bytes = await readFile(existingFile)
    await expect(backup(existingFile)).rejects.toThrow(/is there already\. Name another file, or add --force/)
    expect(await readFile(existingFile)).toEqual(bytes)
    expect(await backup(existingFile, '--force')).toMatch(/^Written to /)
    expect(await readFile(existingFile)).not.toEqual(bytes)
    await startBackupTest()
  })

  it('cannot be restored over an existing database without --set-aside', async () => {
    await stop()
    await expect(restore('latest')).rejects.toThrow(/nothing was changed\. To put the present .* add --set-aside\.$/)
    await startBackupTest()
  })

  it('restore everybody after damage to the database, and keep the damaged files', async () => {
    await writeFile(join(path, 'backups/kerf-2026-11-21'), 'an older one')
    const secret = await directory.secret('session')
    await stop()
    await truncate(join(path, 'database/cluster/global/pg_control'))
    await rm(join(path, 'secrets/session'))

    await expect(restore('latest')).rejects.toMatchObject({ name: 'ClusterError', code: 'database_damaged' })
    const sentences = await restore('latest', '--set-aside')
    expect(sentences).toMatch(/^Restored from .* The former database is in .*database\.before-20\d\d-/)
    expect(sentences).toMatch(/\nNext:\n- Start Kerf with the settings of this command\./)
    await startBackupTest()
    expect([await hasViewer('Anna'), await directory.secret('session')]).toEqual([true, secret])
    const [formerName = ''] = (await readdir(path)).filter((name) => name.startsWith('database.before-'))
    expect((await stat(join(path, formerName, 'cluster/global/pg_control'))).size).toBe(0)
    expect(await readdir(path)).not.toContain('database.restoring')
  })

  it('are made once a day, readable only by their owner, and only the newest are kept', async () => {
    const firstBackup = await readFile(join(path, 'backups/kerf-2026-11-22'))
    expect(await backUpOn(yesterday)).toBeNull()
    expect(await readFile(join(path, 'backups/kerf-2026-11-22'))).toEqual(firstBackup)
    for (const name of ['kerf-2026-11-20', 'kerf-2026-11-19', 'kerf-2026-11-18.cut.part', 'my-own'])
      await writeFile(join(path, 'backups', name), firstBackup)
    await backUpOn('2026-11-23', 2)
    expect((await readdir(join(path, 'backups'))).sort()).toEqual(['kerf-2026-11-22', 'kerf-2026-11-23', 'my-own'])
    expect((await stat(join(path, 'backups/kerf-2026-11-23'))).mode & 0o777).toBe(0o600)
    expect(await readdir(join(path, 'scratch'))).toEqual([])
  })

  it('are made while the server runs, unless BACKUP_KEEP is 0, and a running one ends with the server', async () => {
    const backupsBefore = await readdir(directory.backupsPath)
    await startBackupsForAnHour(depsOn('2026-11-23', 0)).stop()
    await startBackupsForAnHour(depsOn('2026-11-23')).stop()
    expect([await readdir(directory.backupsPath), await readdir(directory.scratchPath)]).toEqual([backupsBefore, []])
    const copyEnd = Promise.withResolvers<void>()
    const backups = startBackupsForAnHour(depsOn('2026-11-23', 7, copyEnd.resolve))
    await copyEnd.promise
    await backups.stop()
    expect((await readdir(directory.backupsPath)).sort()).toEqual(['kerf-2026-11-22', 'kerf-2026-11-23'])
  })

  it('fail with a reason if space or the folder is missing, and leave nothing behind', async () => {
    const largeFile = join(directory.databasePath, 'large')
    await writeFile(largeFile, '')
    await truncate(largeFile, 2 ** 42)
    await expect(backUpOn('2026-11-23')).rejects.toThrow(/MB of disk are free; \d+ are needed/)
    await rm(largeFile)
    await rm(directory.backupsPath, { recursive: true })
    await writeFile(directory.backupsPath, 'a file in the way')
    await expect(backUpOn('2026-11-23')).rejects.toThrow('ENOTDIR')
    expect(await readFile(directory.backupsPath, 'utf8')).toBe('a file in the way')
    expect(await readdir(join(path, 'scratch'))).toEqual([])
  })

  it('are reported as missing if there are none', async () => {
    await stop()
    await rm(join(path, 'backups/kerf-2026-11-22'))
    await expect(restore('latest', '--set-aside')).rejects.toThrow(/^There is no backup in .*backups/)
    await startBackupTest()
  })

  it('replace a database only after they were read completely', async () => {
    await stop()
    const backup = join(path, 'backups/kerf-2026-11-22')
    await truncate(backup, (await stat(backup)).size - 40)
    const namesBefore = await readdir(path)
    await expect(restore('latest', '--set-aside')).rejects.toMatchObject({ code: 'damaged' })
    expect((await readdir(path)).filter((name) => name.startsWith('database'))).toEqual(['database'])
    expect(await readdir(path)).toEqual(namesBefore)
    await startBackupTest()
    expect(await hasViewer('Anna')).toBe(true)
  })

  it('can be restored after an earlier restore was killed before it set the database aside', async () => {
    await stop()
    await mkdir(join(path, 'database.next/cluster'), { recursive: true })
    await restore('latest', '--set-aside')
    await startBackupTest()
    expect([await hasViewer('Anna'), (await readdir(path)).includes('database.next')]).toEqual([true, false])
  })

  it('are in place after a start that completes a restore killed between its last two steps', async () => {
    await stop()
    await cp(join(path, 'database'), join(path, 'database.next'), { recursive: true })
    await cp(join(path, 'secrets'), join(path, 'database.next/secrets'), { recursive: true })
    await rename(join(path, 'database'), join(path, 'database.before-now'))
    const [secret, formerSecret] = [await directory.secret('session'), 'f'.repeat(64)]
    await writeFile(join(path, 'secrets/session'), formerSecret)
    await startBackupTest()
    expect([await hasViewer('Anna'), await directory.secret('session')]).toEqual([true, secret])
    expect(await readdir(join(path, 'database'))).not.toContain('secrets')
    const secrets = await readdir(join(path, 'secrets'))
    const formerNames = secrets.filter((name) => name.startsWith('.session.before-'))
    expect(await Promise.all(formerNames.map((name) => readFile(join(path, 'secrets', name), 'utf8')))).toEqual([
      formerSecret,
    ])
  })

  it('leave the former database and its secret if they cannot replace it, and can be restored later', async () => {
    const secret = await directory.secret('session')
    const newSecret = 'f'.repeat(64)
    await writeFile(join(path, 'secrets/session'), newSecret)
    await database.close()
    const options = { path: join(path, `backups/kerf-${yesterday}`), hasOwnSecret: false }
    const failingDirectory = { ...directory, replaceDatabase: () => Promise.reject(new Error('EBUSY')) }
    await expect(restoreSettingAside({ ...options, directory: failingDirectory })).rejects.toThrow('EBUSY')
    expect([await directory.secret('session'), await readdir(join(path, 'secrets'))]).toEqual([newSecret, ['session']])
    await restoreSettingAside({ ...options, directory })
    await directory.close()
    await startBackupTest()
    expect([await hasViewer('Anna'), await directory.secret('session')]).toEqual([true, secret])
  })
})
