import type { Page } from 'playwright';

/** A short WebM video of one color, made by the browser itself, as a `data:` address. */
export function recordedVideo(page: Page, color: string): Promise<string> {
  return page.evaluate(async (color) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
    const drawing = canvas.getContext('2d');
    if (!drawing) throw new Error('the browser cannot draw');
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 10; frame += 1) {
      drawing.fillStyle = color;
      drawing.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    return new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve((reader.result as string).replace(/;codecs=[^;]*/, ''));
      reader.readAsDataURL(new Blob(parts, { type: 'video/webm' }));
    });
  }, color);
}
