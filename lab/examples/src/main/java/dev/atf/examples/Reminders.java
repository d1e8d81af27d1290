package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import java.time.Duration;
import java.time.Instant;

/** Schedules a task now, at a time, and after a delay. */
public final class Reminders {
  public static final String LAMBDA = "remind";

  private final AtfClient atf;

  public Reminders(AtfClient atf) {
    this.atf = atf;
  }

  /** Payload of a task. */
  public record Reminder(String guest, String text) {}

  /**
   * Schedules a reminder.
   *
   * @return id of a task that runs as soon as a worker is free
   */
  public String now(Reminder reminder) {
    return atf.schedule(TaskSpec.of(LAMBDA, reminder)).taskId();
  }

  /**
   * Schedules a reminder at a time.
   *
   * @return id of a task that runs at that time, to the millisecond, and never before
   */
  public String at(Instant time, Reminder reminder) {
    return atf.schedule(TaskSpec.of(LAMBDA, reminder).at(time)).taskId();
  }

  /**
   * Schedules a reminder after a delay.
   *
   * @return id of a task that runs this long after the framework accepted it
   */
  public String after(Duration delay, Reminder reminder) {
    return atf.schedule(TaskSpec.of(LAMBDA, reminder).delay(delay)).taskId();
  }

  /** Handles a reminder. */
  public static Outcome remind(Reminder reminder, TaskContext context) {
    return Outcome.success(reminder.guest() + ": " + reminder.text());
  }
}
