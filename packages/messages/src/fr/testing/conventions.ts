import type { Conventions } from '../../testing/conventions.ts'

export const conventions: Conventions = {
  sharedWords: `Kerf YouTube PayPal Free Pro PRO Lifetime 4K API FAQ DMCA MP3 MP4 H.264 CSV JSON URL ID
    s ms min h px Clip Clips Admin ADMIN Menu Contact Newsletter Notification Notifications hotkey Zoom Pause
    Version Message MESSAGE Messages Code Date Format Support Action Actions Type Session Sessions Sandbox
    Options Style Test Invitation Invitations Webhooks Cookies Transcription Service Web Worker Documentation
    AAC Ogg Opus LUFS GIF WebP PNG`,
  // Readers are addressed as vous. Signs of two parts have a narrow no-break space before them, apostrophes are typographic.
  avoided: /(?<!\p{L})(tu|toi|ton|ta|tes)(?!\p{L})|["']|\.\.\.|!|[^\u202f\d][;:?](?=\s|$)| »|« /iu,
}
