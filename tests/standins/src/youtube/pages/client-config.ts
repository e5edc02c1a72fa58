export const PLAYER_SCRIPT_PATH = '/s/player/deadbe01/player_ias.vflset/en_US/base.js'

const SIGNATURE_TIMESTAMP = 20_777
const WEB_CLIENT_VERSION = '2.20260708.00.00'

/** Configuration of the scripts in pages, without the visitor. */
export const CLIENT_CONFIG = {
  INNERTUBE_API_KEY: 'AIzaSyStandInStandInStandInStandInStand',
  INNERTUBE_API_VERSION: 'v1',
  INNERTUBE_CLIENT_NAME: 'WEB',
  INNERTUBE_CLIENT_VERSION: WEB_CLIENT_VERSION,
  INNERTUBE_CONTEXT_CLIENT_NAME: 1,
  INNERTUBE_CONTEXT: {
    client: {
      hl: 'en',
      gl: 'US',
      clientName: 'WEB',
      clientVersion: WEB_CLIENT_VERSION,
      userAgent: 'Mozilla/5.0,gzip(gfe)',
      osName: 'X11',
      platform: 'DESKTOP',
      timeZone: 'UTC',
    },
  },
  PLAYER_JS_URL: PLAYER_SCRIPT_PATH,
  STS: SIGNATURE_TIMESTAMP,
  LOGGED_IN: false,
  HL: 'en',
  GL: 'US',
} as const

/** The clients whose own pages yt-dlp reads, and their numbers. */
const CLIENT_NUMBERS = { WEB: 1, WEB_EMBEDDED_PLAYER: 56, TVHTML5: 7 } as const

/** The configuration for one visitor and client. yt-dlp makes its calls as the client that it reads here. */
export function clientConfig(visitorData: string, clientName: keyof typeof CLIENT_NUMBERS = 'WEB') {
  const client = { ...CLIENT_CONFIG.INNERTUBE_CONTEXT.client, clientName, visitorData }
  return {
    ...CLIENT_CONFIG,
    INNERTUBE_CLIENT_NAME: clientName,
    INNERTUBE_CONTEXT_CLIENT_NAME: CLIENT_NUMBERS[clientName],
    INNERTUBE_CONTEXT: { client },
    VISITOR_DATA: visitorData,
  }
}

/** The player's script. It has no challenge here, only the timestamp by which yt-dlp dates it. */
export const PLAYER_SCRIPT = `var _yt_player={};(function(g){g.x=function(){return{signatureTimestamp:${SIGNATURE_TIMESTAMP},cver:"1"}};})(_yt_player);\n`
