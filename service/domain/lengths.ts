import { refusal } from '../../contract/refusal.ts';
import { controlCharacter } from '../../contract/model/canonical-value.ts';
import { lengthProblem, type ValueLimits } from '../../contract/model/value-limits.ts';

/** Throws `body-invalid` for a name that is too long. */
export function needName(name: string, { maxName }: ValueLimits): void {
  needs('name', lengthProblem(name, maxName));
}

/** Throws `body-invalid` for a description that is too long or has control characters. */
export function needDescription(description: string, { maxDescription }: ValueLimits): void {
  needs('description', lengthProblem(description, maxDescription));
  if (controlCharacter.test(description)) needs('description', 'expected text without control characters');
}

function needs(path: string, message: string | undefined): void {
  if (message !== undefined) throw refusal([{ path, message }]);
}
