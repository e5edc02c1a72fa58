import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { untilPassed } from '../browser.ts'
import { findProgram } from '../find-program.ts'

/** nginx of this machine, or null. */
export const nginx = findProgram('nginx')

const GUIDE = join(import.meta.dirname, '../../../../../docs/operating.md')

/** A path of the host, and the address to which nginx passes its requests. A path in the address replaces it. */
export interface NginxLocation {
  path: string
  passTo: string
}

/** The lines of docs/operating.md for nginx, for another path and another server. */
async function locationBlock({ path, passTo }: NginxLocation): Promise<string> {
  const [, lines = ''] = /```nginx\n([^`]*)```/.exec(await readFile(GUIDE, 'utf8')) ?? []
  const block = lines.replace('location / {', `location ${path} {`).replace('http://127.0.0.1:3000;', `${passTo};`)
  if (!block.includes(path) || !block.includes(passTo)) throw new Error(`The guide has other lines:\n${lines}`)
  return block
}

/** Starts nginx on a port of 127.0.0.1 and waits until it listens. */
export async function startNginx(port: number, locations: readonly NginxLocation[]) {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-nginx-'))
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  )
  const blocks = await Promise.all(locations.map(locationBlock))
  const config = `daemon off; master_process off; pid nginx.pid; events {}
http { access_log off; ${temporaryPaths.join(' ')} server { listen 127.0.0.1:${port}; ${blocks.join('\n')} } }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = spawn(nginx!, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const end = Promise.all([text(child.stderr), once(child, 'exit')])
  await untilPassed(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${(await end)[0]}`)
    await fetch(`http://127.0.0.1:${port}/`)
  })
  return {
    async stop(): Promise<void> {
      child.kill()
      await end
      await rm(folder, { recursive: true, force: true })
    },
  }
}
