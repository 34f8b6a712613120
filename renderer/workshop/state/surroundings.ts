import type {
  AuthoringAnswer,
  AuthoringBody,
  AuthoringName,
  AuthoringParams,
} from '../../../contract/desk-api/authoring.ts';

/** What the workshop needs from outside. */
export interface Surroundings {
  /** Call an endpoint for authors. Throws an `OverlayError`. */
  service<Name extends AuthoringName>(
    endpoint: Name,
    asked: { params: AuthoringParams<Name>; body?: AuthoringBody<Name> },
  ): Promise<AuthoringAnswer<Name>>;
  /** Milliseconds from any start, never stepping. */
  now(): number;
  /** Run once after so many milliseconds; gives the way to call it off. */
  after(milliseconds: number, run: () => void): () => void;
  uuid(): string;
}
