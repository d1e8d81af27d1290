package dev.atf.store;

import dev.atf.model.CollectionName;
import dev.atf.model.TaskId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the index knows of a task: only what changes together with its key, so that claims and
 * heartbeats cost no index write.
 */
public record TriggerEntry(
    TaskId taskId,
    Instant triggerAt,
    long epoch,
    @Nullable CollectionName collection,
    Instant scheduledAt) {}
