import { describe, expect, it } from 'vitest'
import { downloadFailureSentence, downloadFailureToast } from './download-failure.ts'

describe('the message of a failed download', () => {
  it('has its own sentence for platform and region restrictions, even if the server sends only text', () => {
    expect(downloadFailureSentence({ code: 'video_blocked' })).toBe(
      'This video cannot be downloaded due to YouTube restrictions. Please try a different video.',
    )
    expect(downloadFailureSentence({ code: 'video_region_blocked' })).toBe(
      'This video is not available in your region. Please try a different video.',
    )
    expect(downloadFailureSentence({ details: 'blocked by YouTube restrictions' })).toMatch(/YouTube restrictions/)
    expect(downloadFailureSentence({ sentence: 'not available in your region' })).toMatch(/in your region/)
  })

  it('prefers details to the error text, keeps other messages, and has a default', () => {
    expect(downloadFailureSentence({ details: 'More.', sentence: 'Less.' })).toBe('More.')
    expect(downloadFailureSentence({ sentence: 'The disk is full.' })).toBe('The disk is full.')
    expect(downloadFailureSentence({})).toBe('Failed to download the video. Please try again.')
  })

  it('has the title Premium Feature for a locked quality', () => {
    const toast = downloadFailureToast({ code: 'needs_pro' }, null, 'Download Error')
    expect(toast.title).toBe('Premium Feature')
    expect(toast.text).toMatch(/^High-quality downloads are available with Pro subscription\./)
  })

  it('has the same title and its own sentence for Pro features', () => {
    expect(downloadFailureToast({ code: 'pro_feature' }, null, 'Download Error')).toEqual({
      title: 'Premium Feature',
      text: 'Several ranges and batches come with Pro.',
    })
  })

  it('states when a limit resets', () => {
    const resets = 'Resets 01:00, in 2 h.'
    expect(downloadFailureToast({ code: 'daily_limit' }, resets, 'Download Error')).toMatchObject({
      title: 'Daily limit reached',
      text: resets,
    })
    expect(downloadFailureToast({ code: 'monthly_limit' }, null, 'Download Error').title).toBe('Monthly limit reached')
  })

  it('has the attempted action as its title', () => {
    expect(downloadFailureToast({ code: 'busy' }, null, 'Download Error')).toEqual({
      title: 'Download Error',
      text: 'This server is busy. Please try again in a moment.',
      tone: 'fault',
    })
  })
})
