import { sweepRecords } from '../use-cases/accounts/sweep-records.ts'
import { cutClip } from '../use-cases/downloads/cut-clip.ts'
import type { Foundations } from './lay-foundations.ts'
import { startMails } from './start-mails.ts'
import { startPayments } from './start-payments.ts'
import { startSweeping, sweepFiles } from './start-sweeping.ts'

/** What is done for people while they wait, or are away: cuts, sweeps, questions about payments. Emails begin later. */
export async function startWork(base: Foundations): Promise<void> {
  const { settings, database, log, metricsRecorder, processes, worker, opened } = base
  const { rounds } = database
  const others = (await processes.list()).filter(({ role }) => role !== 'web').length - 1
  const sweeping = await startSweeping(
    { files: sweepFiles(base), records: () => sweepRecords(base), tables: database.tendTables },
    { rounds, log, metricsRecorder },
    { isAlone: others <= 0 },
  )
  opened.defer(() => sweeping.stop())
  await worker.start(settings.workerConcurrency, (clipId, signal, isLastTry) =>
    cutClip(base, { clipId, signal, isLastTry }),
  )
  await processes.tell()
  opened.defer(() => worker.stop(0))
  const payments = startPayments({ ...base, rounds })
  opened.defer(() => payments.stop())
}

/** Sends the emails that wait in the queue, from now on. Their links lead to where the server listens unless the operator says where. */
export async function startEmails(base: Foundations, listensAt: string): Promise<void> {
  const { reported } = base
  await startMails({ ...base, listensAt, onFailure: (reason) => Object.assign(reported, { emailFailure: reason }) })
}
