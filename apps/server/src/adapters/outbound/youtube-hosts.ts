const DOMAINS_WITH_SUBDOMAINS = [
  'youtube.com',
  'youtube-nocookie.com',
  'youtubei.googleapis.com',
  'googlevideo.com',
  'ytimg.com',
  'ggpht.com',
]
const SINGLE_HOSTS = ['youtu.be']
const IMAGE_DOMAINS = ['ytimg.com', 'ggpht.com']

export function isYoutubeServiceHost(host: string): boolean {
  const name = host.toLowerCase()
  return SINGLE_HOSTS.includes(name) || DOMAINS_WITH_SUBDOMAINS.some((domain) => isWithin(name, domain))
}

export function isYoutubeImageHost(host: string): boolean {
  return IMAGE_DOMAINS.some((domain) => isWithin(host.toLowerCase(), domain))
}

function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`)
}
