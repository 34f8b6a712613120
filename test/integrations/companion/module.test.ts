import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InstanceConstructor } from '@companion-module/base';
import { type ModuleManifest, validateManifest } from '@companion-module/base/manifest';
import { describe, expect, it } from 'vitest';
import { makeCompanionModule } from '../../../build/companion-module.ts';
import { root } from '../../../build/set-up.js';
import { CompanionHost } from '../../kit/companion/companion-host.ts';

interface Package {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const whole = json('package.json') as Package;
const own = json('integrations/companion/package.json') as Package;
const manifest = json('integrations/companion/companion/manifest.json') as ModuleManifest;

describe('the manifest', () => {
  it('is valid as Companion checks it, and a wrong one is not', () => {
    expect(() => validateManifest(manifest, false)).not.toThrow();
    expect(() => validateManifest({ ...manifest, type: undefined as never }, false)).toThrow('type');
  });

  it('has the version of the project, and of what it was built with', () => {
    expect([manifest.version, own.version]).toEqual([whole.version, whole.version]);
    expect(manifest.runtime.apiVersion).toBe(own.dependencies['@companion-module/base']);
  });
});

it('the module has the packages of the project in the same versions', () => {
  const all = { ...whole.dependencies, ...whole.devDependencies };
  const named = Object.keys(own.dependencies).map((name) => [name, all[name]]);
  expect(Object.fromEntries(named)).toEqual(own.dependencies);
});

describe('the built module', () => {
  it('is one file that needs no packages, with its manifest and its help, also in the archive', async () => {
    const { folder, archive } = makeCompanionModule();
    const listed = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n').sort();
    expect(listed).toEqual([
      'overlay-desk/',
      'overlay-desk/LICENSE',
      'overlay-desk/companion/',
      'overlay-desk/companion/HELP.md',
      'overlay-desk/companion/manifest.json',
      'overlay-desk/main.js',
      'overlay-desk/package.json',
      'overlay-desk/third-party.json',
    ]);
    const main = join(
      folder,
      'companion',
      (json('dist/companion/companion/manifest.json') as ModuleManifest).runtime.entrypoint,
    );
    const packages = [...readFileSync(main, 'utf8').matchAll(/^import .*?"([^"]+)";$/gm)].map(([, name]) => name);
    expect(packages.filter((name) => !isBuiltin(name ?? ''))).toEqual([]);
    const module = (await import(pathToFileURL(main).href)) as {
      default: InstanceConstructor;
      UpgradeScripts: unknown;
    };
    expect(module.UpgradeScripts).toEqual([]);
    const companion = new CompanionHost(module.default);
    await companion.instance.init({ host: '', port: 8_930 }, true, {});
    expect(companion.status.is).toBe('bad_config');
    await companion.instance.destroy();
  });
});
