import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import { Cue } from '../../contract/desk-api/cue.ts';
import { CarriedShow } from '../../contract/desk-api/show-file.ts';
import { inShort } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import { called } from '../cues/kept-cues.ts';

/** Lists of a show with independent entries: an invalid entry costs only itself. */
const { version: _, layout: Arranged, files, ...needed } = CarriedShow.shape;
const lists = { ...needed, files: files.unwrap() };
const ReadableCues = z.looseObject({ groups: z.array(z.looseObject({ cues: z.array(z.unknown()) })) });

const mostNamed = 20;

export interface UsableShow {
  content: Record<string, unknown>;
  wrong: string[];
}

/** Drops invalid list entries: an entry written by hand or by another version must not block the rest. */
export function usableShow(content: Readonly<Record<string, unknown>>): UsableShow {
  const wrong: string[] = [];
  const fitting = (list: readonly unknown[], schema: z.ZodType, where: string): unknown[] =>
    list.filter((entry, at) => {
      const { error } = schema.safeParse(entry);
      if (error) {
        const what = `${where}[${at}] ${schema === Cue ? called(entry) : ''}`.trim();
        wrong.push(texts.settings.leftOut(what, inShort(schemaProblems(error.issues))));
      }
      return !error;
    });
  const withFittingCues = (rundown: unknown, at: number): unknown => {
    const read = ReadableCues.safeParse(rundown);
    if (!read.success) return rundown;
    const groups = read.data.groups.map((group, place) => {
      return { ...group, cues: fitting(group.cues, Cue, `rundowns[${at}].groups[${place}].cues`) };
    });
    return { ...read.data, groups };
  };
  const usable = Object.entries(lists).flatMap(([name, schema]): [string, unknown][] => {
    const list = content[name];
    if (!Array.isArray(list)) return [];
    const entries: unknown[] = name === 'rundowns' ? list.map(withFittingCues) : list;
    return [[name, fitting(entries, schema.element, name)]];
  });
  const layout = Arranged.safeParse(content.layout);
  if (layout.error) wrong.push(texts.show.layoutLeftOut(inShort(schemaProblems(layout.error.issues))));
  const more = wrong.length - mostNamed;
  const named = more > 0 ? [...wrong.slice(0, mostNamed), texts.show.moreLeftOut(more)] : wrong;
  const { layout: _, ...others } = content;
  const arranged = layout.success ? content : others;
  return { content: { ...arranged, ...Object.fromEntries(usable) }, wrong: named };
}
