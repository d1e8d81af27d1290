package dev.atf.frontend.task;

import jakarta.inject.Inject;

/** Readers of what is stored of one task. */
public final class TaskReaders {
  private final TaskReading task;
  private final LogReading log;

  @Inject
  TaskReaders(TaskReading task, LogReading log) {
    this.task = task;
    this.log = log;
  }

  public TaskReading task() {
    return task;
  }

  public LogReading log() {
    return log;
  }
}
