/**
 * Asks about a decoder of video. WebKit of GNOME 2.50 ends the page with the first codec that is opened, unless this was
 * asked before (https://bugs.webkit.org/show_bug.cgi?id=320327).
 */
export async function askFirstQuestion(): Promise<void> {
  await globalThis.VideoDecoder?.isConfigSupported({ codec: 'vp8' }).catch(() => null)
}
