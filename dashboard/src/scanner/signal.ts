import { makeObserved } from '../browser/observed'
import { browserStorage } from '../browser/storage'

const place = 'sound'

/** False where somebody has switched off the tones, in this browser. */
export const sound = makeObserved(browserStorage.getItem(place) !== 'off')

export function switchSound(isOn: boolean): void {
  browserStorage.setItem(place, isOn ? 'on' : 'off')
  sound.set(isOn)
}

/** How each sounds, and how the device moves, in hertz, seconds and milliseconds: high and short, or low and long. */
const signals = {
  found: { pitch: 1_320, length: 0.09, moves: [60] },
  refused: { pitch: 220, length: 0.35, moves: [90, 60, 90] },
}

/** Says what became of a code by a tone, and by moving the device: browsers do so once somebody has pressed a key. */
export function signal(name: keyof typeof signals): void {
  if (navigator.userActivation?.hasBeenActive === false) return
  const { pitch, length, moves } = signals[name]
  navigator.vibrate?.(moves) // not on every device
  if (sound.get()) play(pitch, length)
}

let context: AudioContext | null = null

/** Some browsers open it in the answer to a press alone, and it then stays open. */
export function openSound(): AudioContext | null {
  if (!('AudioContext' in window)) return null
  context ??= new AudioContext()
  void context.resume().catch(() => {})
  return context
}

function play(pitch: number, length: number): void {
  const opened = openSound()
  if (!opened) return
  const [tone, volume] = [opened.createOscillator(), opened.createGain()]
  const end = opened.currentTime + length
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0.25, opened.currentTime)
  volume.gain.linearRampToValueAtTime(0, end) // else it ends with a click
  tone.connect(volume).connect(opened.destination)
  tone.start()
  tone.stop(end)
}
