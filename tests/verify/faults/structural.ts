import type { Statement } from "../../../src/data/claim.ts";
import { some } from "./kind.ts";
import type { Lie, Scene } from "./scene.ts";
import { takenApart, type Told, told } from "./told.ts";

/** One way to corrupt a sentence so that text, claims and phrase agree with each other, but not with the data. */
export interface StructuralKind {
  /** Unique, like `"a reversed ranking"`. */
  readonly name: string;
  readonly class: string;
  /** Whether every sentence of this kind says something else; stated before any is verified. */
  readonly changesMeaning: boolean;
  apply(statement: Statement, scene: Scene): readonly Lie[];
}

/** A sentence with other companies of its answer, or in another list of it. */
interface Elsewhere<T> {
  readonly said: T;
  readonly set: Omit<Lie, "statement">;
}

interface Row<T> {
  readonly name: string;
  readonly keepsMeaning?: boolean;
  readonly make: (said: T, scene: Scene) => readonly (T | Elsewhere<T>)[];
}

/** Kinds that change the phrases and claims of a sentence; its text follows. */
export function toldKinds(className: string, rows: readonly Row<Told>[]): readonly StructuralKind[] {
  return rows.map((row) => kindOf(className, { row, read: takenApart, write: told }));
}

/** Kinds that change text, claims or phrases of a sentence apart from each other. */
export function statementKinds(className: string, rows: readonly Row<Statement>[]): readonly StructuralKind[] {
  return rows.map((row) => kindOf(className, { row, read: (one) => one, write: (one) => one }));
}

function kindOf<T extends object>(
  className: string,
  { row: { name, keepsMeaning = false, make }, read, write }: {
    readonly row: Row<T>;
    readonly read: (statement: Statement) => T;
    readonly write: (said: T) => Statement;
  },
): StructuralKind {
  return {
    name,
    class: className,
    changesMeaning: !keepsMeaning,
    apply: (statement, scene) => {
      const lies = make(read(statement), scene).map((one): Lie =>
        "said" in one ? { ...one.set, statement: write(one.said) } : { statement: write(one) }
      );
      const before = JSON.stringify(statement);
      const isChanged = (lie: Lie) =>
        lie.companies !== undefined || lie.list !== undefined || JSON.stringify(lie.statement) !== before;
      return some([...new Map(lies.filter(isChanged).map((lie) => [JSON.stringify(lie), lie])).values()], scene.random);
    },
  };
}
