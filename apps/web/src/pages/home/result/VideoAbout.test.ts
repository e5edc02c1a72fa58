import { describe, expect, it } from 'vitest'
import { exampleOption } from '../../../data/downloads/testing/example-download.ts'
import { metadataTexts, playlistBeside, videoBadges } from './VideoAbout.tsx'

const NOW = new Date('2026-11-20T12:00:00Z')

describe('the facts about a video', () => {
  it("are channel, views and age in the viewer's format, as far as known", () => {
    const video = { channel: 'Saltbox Films', views: 184_203, publishedAt: '2026-03-12' }
    expect(metadataTexts(video, NOW, 'en')).toEqual(['Saltbox Films', '184,203 views', '8 months ago'])
    expect(metadataTexts({ ...video, views: 1 }, NOW, 'en')[1]).toBe('1 view')
    expect(metadataTexts({ channel: null, views: null, publishedAt: null }, NOW, 'en')).toEqual([])
    expect(metadataTexts({ channel: '', views: 0, publishedAt: 'soon' }, NOW, 'en')).toEqual(['0 views'])
  })

  it('promise 4K and MP3 only if the video has them', () => {
    const option4k = exampleOption({ quality: '2160p', height: 2160, access: 'unavailable' })
    const lockedOption = exampleOption({ quality: '2160p', height: 2160, access: 'upgrade' })
    const audio = exampleOption({ quality: 'audio', height: null })
    expect(videoBadges({ options: [option4k] })).toEqual(['Fast Processing'])
    expect(videoBadges({ options: [lockedOption, audio] })).toEqual(['4K Available', 'MP3 Audio', 'Fast Processing'])
  })

  it('offer the playlist of the link, except generated mixes', () => {
    const findPlaylist = (url: string) => playlistBeside({ source: 'youtube', url })
    const id = 'PLStandInList000000000000000000001'
    const list = `https://www.youtube.com/playlist?list=${id}`
    expect(findPlaylist(`https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${id}&index=2`)).toBe(list)
    expect(findPlaylist(`youtu.be/dQw4w9WgXcQ?list=${id}`)).toBe(list)
    for (const otherId of ['RDdQw4w9WgXcQ', 'WL', 'LL', '', '../evil', 'a'.repeat(65)])
      expect(findPlaylist(`https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${otherId}`)).toBeNull()
    expect(playlistBeside({ source: 'media', url: `https://media.example/a.mp4?list=${id}` })).toBeNull()
  })
})
