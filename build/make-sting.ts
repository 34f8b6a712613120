import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `node build/make-sting.ts` writes the demo show's sting to `service/demo/pictures/sting.wav`: mono, 16 bits, 1.6 s.
 */
const rate = 22_050;
const seconds = 1.6;

/** Start (s), pitch (Hz), loudness (0 to 1) and decay to a third (s). */
interface Note {
  at: number;
  pitch: number;
  loudness: number;
  decay: number;
}

const notes: Note[] = [
  { at: 0, pitch: 146.83, loudness: 0.3, decay: 0.55 },
  { at: 0, pitch: 440, loudness: 0.2, decay: 0.22 },
  { at: 0.14, pitch: 587.33, loudness: 0.2, decay: 0.24 },
  { at: 0.28, pitch: 880, loudness: 0.24, decay: 0.42 },
];

const overtones = [1, 0.42, 0.2, 0.1];

function sampleAt(time: number): number {
  const sum = notes.reduce((total, note) => total + (time < note.at ? 0 : toneAt(note, time - note.at)), 0);
  const fadeOut = Math.min(1, (seconds - time) / 0.12);
  return Math.max(-1, Math.min(1, sum * fadeOut));
}

function toneAt({ pitch, loudness, decay }: Note, time: number): number {
  const attack = Math.min(1, time / 0.006);
  const envelope = loudness * attack * Math.exp(-time / decay);
  return overtones.reduce(
    (sum, part, at) => sum + part * envelope * Math.sin(2 * Math.PI * pitch * (at + 1) * time),
    0,
  );
}

export function stingWave(): Buffer {
  const count = Math.round(rate * seconds);
  const samples = Buffer.alloc(count * 2);
  for (let at = 0; at < count; at += 1) samples.writeInt16LE(Math.round(sampleAt(at / rate) * 32_000), at * 2);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(fileURLToPath(new URL('../service/demo/pictures/sting.wav', import.meta.url)), stingWave());
}
