package dev.atf.model.task;

import dev.atf.model.Payload;
import dev.atf.model.check.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Progress and checkpoint that a running handler has reported.
 *
 * @param progress JSON for people to read; at most {@link Limits#PROGRESS_BYTES_MAX}
 * @param checkpoint state from which the next attempt may continue; at most {@link
 *     Limits#CHECKPOINT_BYTES_MAX}
 */
public record Notes(@Nullable Payload progress, @Nullable Payload checkpoint) {
  public static final Notes NONE = new Notes(null, null);
}
