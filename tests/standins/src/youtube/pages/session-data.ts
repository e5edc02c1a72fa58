import { CLIENT_CONFIG } from './client-config.ts'

/** `/sw.js_data` as youtubei.js 18 reads it: a list in which each place has a meaning. Most places are empty here. */
export function sessionData(visitorData: string, from: string): string {
  const { client } = CLIENT_CONFIG.INNERTUBE_CONTEXT
  const device: unknown[] = Array.from({ length: 108 }, () => null)
  device[0] = client.hl
  device[1] = client.gl
  device[3] = from
  device[13] = visitorData
  device[14] = client.userAgent
  device[16] = client.clientVersion
  device[17] = client.osName
  device[18] = ''
  device[61] = [null, 'standin-app-install-data']
  device[79] = client.timeZone
  device[86] = 'Chrome'
  device[87] = '148.0.0.0'
  // The prefix keeps browsers from running the answer as a script.
  return `)]}'\n${JSON.stringify([['yt.sw.adr', null, [[device], CLIENT_CONFIG.INNERTUBE_API_KEY]]])}`
}
