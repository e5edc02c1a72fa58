// Service worker of the page that cuts local files. The build fills in the files and their version.
const VERSION = ''
const FILES = ['']

const base = new URL('./', self.location.href).pathname
const hashedPrefix = `${base}assets/`
const cachePrefix = `kerf:device:${base}:`
const cacheName = cachePrefix + VERSION
const paths = new Set(FILES.map((file) => base + file))

self.addEventListener('install', (event) => {
  const requests = [...paths].map(
    (path) => new Request(path, { cache: path.startsWith(hashedPrefix) ? 'default' : 'reload' }),
  )
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)))
})

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith(cachePrefix) && name !== cacheName
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))))
})

// The answer depends on headers that are the same in this browser, so `Vary` is ignored.
const findStored = (path) => caches.match(path, { cacheName, ignoreVary: true })

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname: path, searchParams } = new URL(request.url)
  if (request.method !== 'GET' || !paths.has(path)) return
  // A link needs a network, and a policy of its own, which only the server sends.
  if (searchParams.has('link')) return
  // Names with a hash never change. Everything else comes from the server as long as it answers.
  const answer = path.startsWith(hashedPrefix)
    ? findStored(path).then((stored) => stored ?? fetch(request))
    : fetch(request).catch(async (error) => (await findStored(path)) ?? Promise.reject(error))
  event.respondWith(answer)
})
