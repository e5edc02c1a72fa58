export interface Machine {
  /** As process.platform and process.arch spell them. */
  platform: string
  arch: string
  /** Linux without glibc, like Alpine. */
  musl: boolean
}

/** The file of an official release that runs on this machine; the plain script, which needs Python, where there is none. */
export function ytdlpAssetFor(machine: Machine): string {
  if (machine.platform === 'darwin') return 'yt-dlp_macos'
  if (machine.platform === 'win32') return 'yt-dlp.exe'
  if (machine.platform !== 'linux') return 'yt-dlp'
  const linux = machine.musl ? 'yt-dlp_musllinux' : 'yt-dlp_linux'
  if (machine.arch === 'x64') return linux
  if (machine.arch === 'arm64') return `${linux}_aarch64`
  return 'yt-dlp'
}

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return {
    platform: process.platform,
    arch: process.arch,
    musl: process.platform === 'linux' && report.header?.glibcVersionRuntime === undefined,
  }
}
