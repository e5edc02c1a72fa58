import type { Conventions } from '../../testing/conventions.ts'

export const conventions: Conventions = {
  sharedWords: `Kerf YouTube PayPal Free Pro PRO Lifetime LIFETIME 4K API FAQ DMCA MP3 MP4 H.264 CSV JSON URL ID MB GB s ms px
    fps kerf sample Shift Web Webhook LUFS AAC Ogg Opus GIF WebP PNG`,
  // Japanese has no spaces between its characters and uses full-width punctuation.
  avoided: /[\u3040-\u30ff\u4e00-\u9fff] [\u3040-\u30ff\u4e00-\u9fff]|[\u3040-\u30ff\u4e00-\u9fff][,.!?:;]|"|\.\.\./,
}
