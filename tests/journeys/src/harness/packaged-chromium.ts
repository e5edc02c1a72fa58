import { statfs } from 'node:fs/promises'

/** Options of Playwright that launch the Chromium of an npm package, so nothing has to be installed. */
export async function chromiumLaunchOptions() {
  return {
    executablePath: await unpackedBrowser(),
    // The package's own arguments are left out: they put everything into one process, which ends with the first closed
    // context, and they disable web security.
    args: ['--no-sandbox', '--disable-background-networking', '--font-render-hinting=none'],
    // This flag of Playwright makes Chromium write each rendered image to a file on the disk.
    ignoreDefaultArgs: (await hasSharedMemory()) ? ['--disable-dev-shm-usage'] : [],
  }
}

/**
 * Path of the browser's executable. The package unpacks it into the lasting folder for temporary files: the folder of a
 * test run is deleted with the run (temporary-in-memory.ts). Call this once before several processes do: the package
 * takes a half-written file for a whole one.
 */
export async function unpackedBrowser(): Promise<string> {
  // This variable makes the package unpack libraries that bare machines lack. It must be set before the import.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { TMPDIR, LASTING_TMPDIR } = process.env
  if (LASTING_TMPDIR !== undefined) process.env.TMPDIR = LASTING_TMPDIR
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return await chromium.executablePath()
  } finally {
    if (TMPDIR !== undefined) process.env.TMPDIR = TMPDIR
  }
}

/**
 * Whether more than 1 GB of shared memory is free. Containers often have a few megabytes, too few for a page with a
 * video.
 */
async function hasSharedMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > 1e9
}
