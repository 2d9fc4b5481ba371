/** Small sounds made on the spot: no files, and silent unless the player wants them. */

import { settings } from "../settings.svelte";

let context: AudioContext | undefined;

function ready(): AudioContext | undefined {
  if (!settings.sounds) return undefined;
  context ??= new AudioContext();
  void context.resume();
  return context;
}

/** A short knock: noise through a filter, dying away at once. */
function knock(audio: AudioContext, at: number, pitch: number, loud: number): void {
  const length = 0.07;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++)
    samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 4;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 2 });
  const volume = new GainNode(audio, { gain: loud });
  noise.connect(filter).connect(volume).connect(audio.destination);
  noise.start(at);
}

export const sounds = {
  /** A counter put down. */
  place(): void {
    const audio = ready();
    if (audio) knock(audio, audio.currentTime, 700, 0.5);
  },
  /** Dice on wood. */
  dice(): void {
    const audio = ready();
    if (!audio) return;
    for (let bounce = 0; bounce < 7; bounce++) {
      const at = audio.currentTime + bounce * 0.09 * (1 - bounce * 0.04);
      knock(audio, at, 1500 + Math.random() * 900, 0.45 / (1 + bounce * 0.35));
    }
  },
  /** Something that cannot be. */
  refusal(): void {
    const audio = ready();
    if (!audio) return;
    knock(audio, audio.currentTime, 220, 0.7);
    knock(audio, audio.currentTime + 0.09, 180, 0.6);
  },
};
