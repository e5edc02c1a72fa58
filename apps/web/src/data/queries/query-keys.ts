export const queryKeys = {
  video: (id: string) => ['video', id] as const,
  sizes: (videoId: string, crop: string | undefined) => ['sizes', videoId, crop] as const,
  transcript: (videoId: string, captions: string) => ['transcript', videoId, captions] as const,
  downloads: (videoId: string) => ['downloads', videoId] as const,
  quota: ['quota'] as const,
  batch: (id: string) => ['batch', id] as const,
  paymentSetup: ['payment-setup'] as const,
}
