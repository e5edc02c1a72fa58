import { describe, expect, it } from 'vitest'
import { isYoutubeHost, roleOfHost } from './youtube-hosts.ts'

describe('isYoutubeHost', () => {
  it('knows the hosts that a resolver and a downloader use, in any case', () => {
    const hosts = ['youtube.com', 'www.youtube.com', 'youtu.be', 'i.ytimg.com', 'rr1---sn-abc.googlevideo.com']
    for (const host of [...hosts, 'WWW.YouTube.com']) expect(isYoutubeHost(host), host).toBe(true)
  })

  it('does not know names that only look alike', () => {
    const hosts = ['notyoutube.com', 'youtube.com.example', 'a.b.youtube.com', '.youtube.com', 'googlevideo.com', '']
    for (const host of [...hosts, '127.0.0.1', 'localhost', 'www.youtube.com.']) {
      expect(isYoutubeHost(host), host).toBe(false)
    }
  })
})

describe('roleOfHost', () => {
  it('tells what a host serves', () => {
    expect(roleOfHost('www.youtube.com')).toBe('site')
    expect(roleOfHost('youtu.be')).toBe('short-link')
    expect(roleOfHost('rr1---sn-standin.googlevideo.com')).toBe('media')
    expect(roleOfHost('i.ytimg.com')).toBe('images')
  })
})
