import type { Conventions } from '../../testing/conventions.ts'

export const conventions: Conventions = {
  sharedWords: `Kerf Clip YouTube PayPal Free Pro PRO Lifetime 4K API FAQ DMCA MP3 MP4 H.264 CSV JSON URL ID OK
    MB GB s ms min h Download Downloads Link Clip Clips Video Videos Name Admin ADMIN Server System Status
    Zoom Pause Newsletter Version Sandbox Start Code Token Format Job Jobs Client Position Text Cookies
    AAC Ogg Opus LUFS Webhooks Test`,
  // Formal address is excluded: readers are addressed as du.
  avoided: /\b(Ihnen|Ihre[mnrs]?)\b|"|\.\.\.|!/,
}
