package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.ScheduledTask;
import dev.atf.client.TaskSpec;
import dev.atf.embedded.Atf;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Complete program that contains the framework: no server, no port, no second process. Tasks are
 * stored in its directory. After a crash, the next start runs the tasks that are left.
 */
public final class SignUps {
  public static final String WELCOME = "welcome";

  private SignUps() {}

  /** Payload of a task. */
  public record Member(String name) {}

  public static void main(String[] args) throws Exception {
    try (var atf = open(Path.of(args[0]))) {
      var welcome = signUp(atf.client(), new Member(args[1]));
      var done = atf.client().await(welcome.taskId(), Duration.ofMinutes(5));
      System.out.println(done.resultAs(String.class));
    }
  }

  static Atf open(Path directory) {
    return Atf.at(directory)
        .handle(WELCOME, Member.class, SignUps::welcome)
        .threads(WELCOME, 2)
        .open();
  }

  /** Schedules one welcome for each member, even if it is called repeatedly. */
  static ScheduledTask signUp(AtfClient atf, Member member) {
    return atf.schedule(TaskSpec.of(WELCOME, member).idempotencyKey(member.name()));
  }

  static Outcome welcome(Member member, TaskContext context) {
    return Outcome.success("Welcome, " + member.name());
  }
}
