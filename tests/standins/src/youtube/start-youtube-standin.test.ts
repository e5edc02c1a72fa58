import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askStandin } from './ask-standin.ts'
import { installScriptedYtdlp } from './install-scripted-ytdlp.ts'
import { startYoutubeStandin, type YoutubeStandin } from './start-youtube-standin.ts'
import { findVideo, type VideoName, videoIds } from './videos.ts'

/** Small enough to be made in a few seconds, in all the kinds there are. */
const SMALL_RECIPE = { seconds: 6, upToHeight: 360 } as const
/** Time for making the media when no earlier run has. */
const MAKING_MILLISECONDS = 120_000
/** A resolver in the middle of others on two cores may take its time to start. */
const RESOLVER_MILLISECONDS = 60_000

interface Outcome {
  exitCode: number
  stdout: string
  stderr: string
}

interface Info {
  title: string
  duration?: number
  is_live: boolean
  formats: { format_id: string; url: string; vcodec: string; acodec: string; protocol: string }[]
  thumbnails: { url: string }[]
}

let standin: YoutubeStandin
let directory: string
let scriptedPath: string
const realPath = await findOnPath('yt-dlp')

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'resolvers-'))
  scriptedPath = await installScriptedYtdlp(directory)
  standin = await startYoutubeStandin(SMALL_RECIPE)
}, MAKING_MILLISECONDS)

afterAll(async () => {
  await standin.close()
  await rm(directory, { recursive: true, force: true })
})

beforeEach(() => standin.reset())

async function findOnPath(name: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    const isExecutable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isExecutable) return path
  }
  return null
}

const EMPTY_ENVIRONMENT = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8' }

function run(path: string, parameters: string[], trusted: 'test authority' | 'nobody else' = 'test authority') {
  const env = trusted === 'test authority' ? { ...EMPTY_ENVIRONMENT, SSL_CERT_FILE: standin.caPath } : EMPTY_ENVIRONMENT
  return new Promise<Outcome>((resolve) => {
    execFile(path, parameters, { env, cwd: directory, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

/** What is complained of each link, in their order. */
const complaintsOf = ({ stderr }: Outcome): string[] => stderr.split(/^(?=ERROR: )/m)

/** What each kind of refusal has to say, in every version. */
const tellingWords: Partial<Record<VideoName, string>> = {
  premiere: 'Premieres in 3 hours',
  liveSoon: 'This live event will begin in 2 days.',
  private: 'Private video',
  removed: 'This video has been removed by the uploader',
  accountTerminated: 'associated with this video has been terminated',
  copyright: 'who has blocked it on copyright grounds',
  ageLimit: 'Sign in to confirm your age',
  regionBlocked: 'The uploader has not made this video available in your country',
  membersOnly: 'Join this channel to get access to members-only content',
  musicPremium: 'This video is only available to Music Premium members',
  paid: 'This video requires payment to watch',
  botCheck: 'Sign in to confirm you’re not a bot',
  rateLimit: "This content isn't available, try again later.",
  unknown: 'This video is not available',
}

describe.each([
  { name: 'the scripted yt-dlp', pathOf: () => scriptedPath, isThere: true },
  {
    name: realPath ? 'the real yt-dlp' : 'the real yt-dlp (skipped: there is none on PATH)',
    pathOf: () => realPath!,
    isThere: realPath !== null,
  },
])('$name', { timeout: RESOLVER_MILLISECONDS }, ({ pathOf, isThere }) => {
  const itIfThere = it.skipIf(!isThere)

  /** All of them in one process: it starts for longer than it takes to answer one. */
  function resolve(names: readonly VideoName[], extra: string[] = []): Promise<Outcome> {
    const careful = ['--ignore-config', '--no-cache-dir', '--no-playlist', '--no-warnings', '--no-progress']
    const network = ['--proxy', standin.proxyUrl, '--compat-options', 'no-certifi', '--socket-timeout', '10']
    const links = names.map((name) => `https://www.youtube.com/watch?v=${videoIds[name]}`)
    return run(pathOf(), [...careful, ...network, ...extra, '-f', 'all', '-J', '--', ...links])
  }

  describe('of a video that is available', () => {
    const names = ['ordinary', 'hostileTitle', 'onlyAvc', 'withoutUrls', 'liveNow'] as const
    const found = new Map<string, Info>()
    let refused = false

    beforeAll(async () => {
      if (!isThere) return
      const { exitCode, stdout, stderr } = await resolve(names)
      expect(stderr).toBe('')
      expect(exitCode).toBe(0)
      const answers = stdout.trim().split('\n')
      expect(answers).toHaveLength(names.length)
      for (const [index, name] of names.entries()) found.set(name, JSON.parse(answers[index] ?? ''))
      refused = standin.requests().some((request) => request.refused)
    }, RESOLVER_MILLISECONDS)

    const infoOf = (name: (typeof names)[number]): Info => found.get(name)!
    const mediaIds = (name: (typeof names)[number]) =>
      infoOf(name)
        .formats.filter(({ protocol }) => protocol !== 'mhtml')
        .map(({ format_id }) => format_id)

    itIfThere('finds all formats, each with a url that gives its bytes', async () => {
      const info = infoOf('ordinary')
      expect(info).toMatchObject({ title: 'Stand-in test video', duration: 6, is_live: false })
      expect(mediaIds('ordinary').toSorted()).toEqual(['133', '134', '140', '160', '18', '251'])
      expect(info.formats.find(({ format_id }) => format_id === '140')).toMatchObject({ vcodec: 'none' })
      expect(info.formats.find(({ format_id }) => format_id === '134')).toMatchObject({ acodec: 'none' })
      for (const { url, protocol } of info.formats) {
        if (protocol !== 'mhtml') {
          expect((await askStandin(standin, url, { headers: { range: 'bytes=0-99' } })).status).toBe(206)
        }
      }
      expect(refused || standin.requests().some((request) => request.refused)).toBe(false)
    })

    itIfThere('finds storyboards and thumbnails that can be fetched', async () => {
      const info = infoOf('ordinary')
      const sheets = info.formats.filter(({ protocol }) => protocol === 'mhtml')
      expect(sheets.map(({ format_id }) => format_id)).toEqual(['sb3', 'sb2', 'sb1', 'sb0'])
      const images = [...sheets, ...info.thumbnails].map(({ url }) => url.replace('$M', () => '0'))
      for (const url of images) expect((await askStandin(standin, url)).status, url).toBe(200)
    })

    itIfThere('gives a hostile title as it is', () => {
      expect(infoOf('hostileTitle').title).toBe(findVideo(videoIds.hostileTitle).title)
    })

    itIfThere('finds only what the video offers', () => {
      expect(mediaIds('onlyAvc')).not.toContain('251')
      expect(mediaIds('withoutUrls')).toEqual([])
    })

    itIfThere('takes a live stream for no error', () => {
      const info = infoOf('liveNow')
      expect(info.is_live).toBe(true)
      expect(info.duration ?? null).toBeNull()
    })
  })

  describe('of a video that is not available', () => {
    const names = Object.keys(tellingWords) as VideoName[]
    let outcome: Outcome

    beforeAll(async () => {
      if (isThere) outcome = await resolve(names)
    }, RESOLVER_MILLISECONDS)

    itIfThere.each(Object.entries(tellingWords))('says what is wrong: %s', (name, words) => {
      const complaint = complaintsOf(outcome)[names.indexOf(name as VideoName)]
      expect(complaint).toMatch(new RegExp(`^ERROR: \\[youtube\\] ${videoIds[name as VideoName]}: `))
      expect(complaint).toContain(words)
    })

    itIfThere('says null in the place of each, and ends with a failure', () => {
      expect(outcome.stdout.trim().split('\n')).toEqual(names.map(() => 'null'))
      expect(complaintsOf(outcome)).toHaveLength(names.length)
      expect(outcome.exitCode).toBe(1)
    })
  })

  itIfThere('fails on pages that are refused', async () => {
    const names = ['pages429', 'pages403', 'pages500'] as const
    const outcome = await resolve(names, ['--extractor-retries', '0'])
    expect(outcome.exitCode).toBe(1)
    const complaints = complaintsOf(outcome)
    for (const [index, name] of names.entries()) {
      const complaint = /^ERROR: \[youtube\] ([\w-]+): (?:Failed to extract any player response|.*HTTP Error)/
      expect(complaint.exec(complaints[index] ?? '')?.[1], name).toBe(videoIds[name])
    }
  })

  itIfThere('gives up on pages that are never answered', async () => {
    const impatient = ['--socket-timeout', '0.5', '--extractor-retries', '0', '--retries', '0']
    const { exitCode, stderr } = await resolve(['hangs'], impatient)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('timed out')
  })

  itIfThere('does not believe a server without the test authority', async () => {
    const link = `https://www.youtube.com/watch?v=${videoIds.ordinary}`
    const parameters = ['--ignore-config', '--no-cache-dir', '--compat-options', 'no-certifi', '--no-warnings']
    const question = [...parameters, '--proxy', standin.proxyUrl, '-J', '--', link]
    const { exitCode, stderr } = await run(pathOf(), question, 'nobody else')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('CERTIFICATE_VERIFY_FAILED')
  })

  itIfThere('prints its version', async () => {
    expect((await run(pathOf(), ['--version'])).stdout).toMatch(/^\d{4}\.\d{2}\.\d{2}/)
  })
})

describe('the scripted yt-dlp alone', { timeout: RESOLVER_MILLISECONDS }, () => {
  it('makes no request without a proxy', async () => {
    const outcome = await run(scriptedPath, ['-J', '--', `https://www.youtube.com/watch?v=${videoIds.ordinary}`])
    expect(outcome.exitCode).toBe(2)
    expect(standin.requests()).toEqual([])
  })

  it('accepts only links to a video', async () => {
    for (const link of ['file:///etc/passwd', 'https://www.youtube.com/watch?v=StandInVid1&list=PLabc']) {
      const { exitCode, stderr } = await run(scriptedPath, ['-J', '--proxy', standin.proxyUrl, '--', link])
      expect(exitCode).toBe(1)
      expect(stderr).toBe(`ERROR: No suitable extractor found for URL ${link}\n`)
    }
  })

  it('finds nothing to download where there are only storyboards, unless asked for everything', async () => {
    const link = `https://www.youtube.com/watch?v=${videoIds.withoutUrls}`
    const { exitCode, stderr } = await run(scriptedPath, ['-J', '--proxy', standin.proxyUrl, '--', link])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Requested format is not available')
  })
})

/** The status with which the proxy answers CONNECT. */
function connectStatus(target: string): Promise<number> {
  const { hostname, port } = new URL(standin.proxyUrl)
  return new Promise((resolve, reject) => {
    const attempt = request({ method: 'CONNECT', host: hostname, port, path: target })
    attempt.on('connect', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode!)
    })
    attempt.on('error', reject)
    attempt.end()
  })
}

describe('the proxy', () => {
  it("opens a tunnel to YouTube's hosts on 443", async () => {
    expect(await connectStatus('www.youtube.com:443')).toBe(200)
    expect(standin.requests()).toMatchObject([{ method: 'CONNECT', host: 'www.youtube.com', refused: false }])
  })

  it.each([
    'example.com:443',
    'www.youtube.com:80',
    'www.youtube.com:8443',
    '127.0.0.1:443',
    '[::1]:443',
    'youtube.com.example:443',
  ])('refuses a tunnel to %s and records it', async (target) => {
    expect(await connectStatus(target)).toBe(403)
    expect(standin.requests()).toMatchObject([{ method: 'CONNECT', host: target, status: 403, refused: true }])
  })

  it('refuses plain requests, also those for YouTube, and records them', async () => {
    const { hostname, port } = new URL(standin.proxyUrl)
    const status = await new Promise((resolve, reject) => {
      const attempt = request({ host: hostname, port, path: 'http://www.youtube.com/watch?v=StandInVid1' })
      attempt.on('response', (response) => resolve(response.resume().statusCode))
      attempt.on('error', reject)
      attempt.end()
    })
    expect(status).toBe(403)
    expect(standin.requests()).toMatchObject([
      { method: 'GET', host: 'www.youtube.com', path: '/watch', query: 'v=StandInVid1', refused: true },
    ])
  })
})

describe('closing', () => {
  it('ends connections that are still waiting, and removes the certificate', async () => {
    const another = await startYoutubeStandin(SMALL_RECIPE)
    const arrival = another.nextRequest(({ path }) => path === '/watch')
    const hanging = askStandin(another, `https://www.youtube.com/watch?v=${videoIds.hangs}`)
    const ended = expect(hanging).rejects.toThrow()
    await arrival
    await another.close()
    await ended
    await expect(stat(another.caPath)).rejects.toThrow('ENOENT')
  })
})
