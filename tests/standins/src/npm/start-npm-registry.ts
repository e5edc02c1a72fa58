import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'

interface LockedPackage {
  version: string
  link?: boolean
  [field: string]: unknown
}

/**
 * An npm registry with the packages of a project: their facts from its lock file, their files from its `node_modules`.
 * Packages that are not installed, such as those for other platforms, are listed but cannot be fetched.
 */
export async function startNpmRegistry(projectRoot: string): Promise<{ url: string; close(): Promise<void> }> {
  const lock = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const packages = new Map<string, Map<string, { folder: string; facts: LockedPackage }>>()
  for (const [path, { integrity: _, resolved: __, ...facts }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1)
    if (!path.includes('node_modules/') || !name || facts.link) continue
    const versions = packages.get(name) ?? new Map()
    packages.set(name, versions.set(facts.version, { folder: join(projectRoot, path), facts }))
  }
  const server = createServer(async (request, response) => {
    const [, name = '', version] =
      /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tar)?$/.exec(decodeURIComponent(request.url ?? '')) ?? []
    const versions = packages.get(name)
    const installedPackage = version === undefined ? undefined : versions?.get(version)
    if (!versions || (version !== undefined && !(installedPackage && existsSync(installedPackage.folder)))) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}')
      return
    }
    if (installedPackage) {
      const tar = spawn(
        'tar',
        ['-c', '--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', installedPackage.folder, '.'],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      await pipeline(tar.stdout, response).catch(() => tar.kill())
      return
    }
    const versionEntries = [...versions].map(([version, { facts }]) => {
      const tarball = `${url}/${name}/-/${version}.tar`
      return [version, { name, ...facts, dist: { tarball } }]
    })
    const latestVersion = [...versions.keys()].at(-1)
    const packument = { name, 'dist-tags': { latest: latestVersion }, versions: Object.fromEntries(versionEntries) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(packument))
  })
  const { port, close } = await listenOnLoopback(server)
  const url = `http://127.0.0.1:${port}`
  return { url, close }
}
