/** Every host name of the stand-in, as in its certificate. */
export const STANDIN_HOST_NAMES = [
  'youtube.com',
  '*.youtube.com',
  'www.youtube-nocookie.com',
  'youtubei.googleapis.com',
  '*.googlevideo.com',
  'ytimg.com',
  '*.ytimg.com',
  '*.ggpht.com',
] as const

/** Role of a host: the site with its player calls, the media, or images. */
export type HostRole = 'site' | 'media' | 'images'

/** Whether the name is one of YouTube's (exactly, or one label under a wildcard), in any case. */
export function isStandinHost(hostName: string): boolean {
  const name = hostName.toLowerCase()
  return STANDIN_HOST_NAMES.some((pattern) => {
    if (!pattern.startsWith('*.')) return name === pattern
    const label = name.slice(0, -pattern.length + 1)
    return name.endsWith(pattern.slice(1)) && /^[a-z0-9-]+$/.test(label)
  })
}

export function roleOfHost(hostName: string): HostRole {
  const name = hostName.toLowerCase()
  if (name.endsWith('.googlevideo.com')) return 'media'
  if (name.endsWith('ytimg.com') || name.endsWith('.ggpht.com')) return 'images'
  return 'site'
}
