package dev.atf.store;

import dev.atf.model.TaskId;
import java.time.Instant;

/** Last entry of a page. The next page starts after it. */
public record PageMark(Instant triggerAt, TaskId taskId) {}
