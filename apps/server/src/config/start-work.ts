import { sweepRecords } from '../use-cases/accounts/sweep-records.ts'
import { cutClip } from '../use-cases/downloads/cut-clip.ts'
import type { SweepReport } from '../use-cases/downloads/expire-clips.ts'
import { expireClips } from '../use-cases/downloads/expire-clips.ts'
import type { Foundations } from './lay-foundations.ts'
import { startMails } from './start-mails.ts'
import { startPayments } from './start-payments.ts'
import { startSweeping, sweepNow } from './start-sweeping.ts'

/** What is done for people while they wait, or are away: cuts, sweeps, questions about payments. Letters begin later. */
export async function startWork(base: Foundations): Promise<void> {
  const { settings, database, accounts, clock, log, measures, processes, opened } = base
  const { rounds, cutWorker: worker } = database
  const others = (await processes.list()).filter(({ role }) => role !== 'web').length - 1
  const sweeping = await startSweeping(
    {
      files: sweepFiles(base),
      records: sweepRecords({ database, accounts, clock }),
      tables: database.tendTables,
    },
    { rounds, log, measures },
    { isAlone: others <= 0 },
  )
  opened.defer(() => sweeping.stop())
  const othersWait = async () => (await worker.depth()).waiting > 0
  await worker.start(settings.workerConcurrency, cutClip({ ...base, othersWait }))
  await processes.tell()
  opened.defer(() => worker.stop(0))
  const payments = startPayments({ ...base, rounds })
  opened.defer(() => payments.stop())
}

/** Sends the letters that wait in the queue, from now on. Their links lead to where the server listens unless the operator says where. */
export async function startLetters(base: Foundations, listensAt: string): Promise<void> {
  const { told } = base
  await startMails({ ...base, listensAt, onFailure: (reason) => Object.assign(told, { letterFailure: reason }) })
}

/** Also for those who only show: an admin may want it now. */
export function sweepsNow(base: Foundations): () => Promise<SweepReport> {
  return sweepNow(sweepFiles(base), { ...base, rounds: base.database.rounds })
}

function sweepFiles({ database, files, clock, presets, directory }: Foundations) {
  const expire = expireClips({ database, files, worker: database.cutWorker, clock, presets })
  return async (givenUp?: AbortSignal): Promise<SweepReport> => {
    const report = await expire(givenUp)
    const ofDead = await directory.sweepScratchOfDead()
    return { ...report, abandonedScratchFiles: report.abandonedScratchFiles + ofDead }
  }
}
