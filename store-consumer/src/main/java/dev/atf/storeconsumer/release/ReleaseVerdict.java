package dev.atf.storeconsumer.release;

import dev.atf.model.TaskRef;
import dev.atf.store.TransitionResult;
import java.time.Instant;

/** Verdict on whether this consumer may push the reference of a task that it tried to release. */
public enum ReleaseVerdict {
  PUSH,
  LOST;

  /**
   * @param checkAt the alarm that this consumer wrote, or tried to: found again, it tells that the
   *     write was applied and only its answer lost. Another consumer that drew the same by chance
   *     makes one copy too many, which its claim refuses.
   */
  public static ReleaseVerdict of(TransitionResult result, TaskRef ref, Instant checkAt) {
    if (result instanceof TransitionResult.Refused refused) {
      return refused.found().filter(found -> found.isReadied(ref, checkAt)).isPresent()
          ? PUSH
          : LOST;
    }
    return PUSH;
  }
}
