import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Runs server and web app. Each reloads when its sources change. Open the address that Vite prints. */
const ROOT = join(import.meta.dirname, '..')
const serverPort = process.env.PORT ?? '3000'

console.log('Open the address that Vite prints. The other one is the server behind it.')
const children = [
  spawn(process.execPath, ['--watch', 'apps/server/src/main.ts', 'serve'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PORT: serverPort },
  }),
  spawn(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), join(ROOT, 'apps/web')], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, KERF_SERVER: `http://127.0.0.1:${serverPort}` },
  }),
]

const stopAll = (): void => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.on('exit', stopAll)
process.on('SIGINT', stopAll)
process.on('SIGTERM', stopAll)
