package dev.atf.store;

import dev.atf.model.TaskId;
import java.time.Instant;

/** The last entry of a page: the next one begins behind it. */
public record PageMark(Instant triggerAt, TaskId taskId) {}
