package dev.atf.model.history;

import dev.atf.model.Payload;
import dev.atf.model.lambda.Limits;
import org.jspecify.annotations.Nullable;

/**
 * What a running handler has said of its work.
 *
 * @param progress JSON for people to look at; at most {@link Limits#PROGRESS_BYTES_MAX}
 * @param checkpoint where the next attempt may go on; at most {@link Limits#CHECKPOINT_BYTES_MAX}
 */
public record Notes(@Nullable Payload progress, @Nullable Payload checkpoint) {
  public static final Notes NONE = new Notes(null, null);
}
