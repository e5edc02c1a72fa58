import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProcessOutcome, runProcess } from './run-process.ts'

export interface HardenedRun {
  path: string
  args: readonly string[]
  sslCertFile?: string | undefined
  timeoutMilliseconds: number
  signal?: AbortSignal | undefined
}

const MAX_STDOUT_BYTES = 16 * 1024 * 1024
const MAX_STDERR_BYTES = 64 * 1024

/** Runs yt-dlp isolated: no inherited environment, no home, an empty working directory. */
export async function runHardened(run: HardenedRun): Promise<ProcessOutcome> {
  const directory = await mkdtemp(join(tmpdir(), 'kerf-ytdlp-'))
  try {
    return await runProcess({
      command: run.path,
      args: run.args,
      environment: {
        PATH: '/usr/bin:/bin',
        HOME: '/nonexistent',
        LANG: 'C.UTF-8',
        YTDLP_NO_PLUGINS: '1',
        ...(run.sslCertFile ? { SSL_CERT_FILE: run.sslCertFile } : {}),
      },
      directory,
      timeoutMilliseconds: run.timeoutMilliseconds,
      maxStdoutBytes: MAX_STDOUT_BYTES,
      maxStderrBytes: MAX_STDERR_BYTES,
      signal: run.signal,
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
