import { describe, expect, it } from 'vitest';
import { licencesText, shippedPackages } from '../../build/package/shipped.ts';

describe('what of others is shipped', () => {
  const shipped = shippedPackages([]);

  it('has the libraries that are compiled into the addons, with their versions and licences', () => {
    const native = shipped.filter(({ name }) => !name.startsWith('@'));
    expect(native.map(({ name, licence }) => [name, licence])).toEqual([
      ['RtMidi', 'MIT'],
      ['hidapi', 'BSD-3-Clause'],
    ]);
    expect(native.map(({ version }) => /^\d+\.\d+\.\d+$/.test(version))).toEqual([true, true]);
  });

  it('has the whole texts of their licences', () => {
    const text = licencesText(shipped);
    expect(text).toMatch(
      /^Copyright \(c\) [\d-]+ Gary P\. Scavone\n\nPermission is hereby granted.*CONNECTION\n.*\.$/ms,
    );
    expect(text).toMatch(/^Copyright \(c\) 2010, Alan Ott, Signal 11 Software$/m);
  });
});
