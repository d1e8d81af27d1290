package dev.atf.lab.bench.workload;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Durable schedules of jobs that are not due for long: one per call with several numbers of
 * clients, and a hundred per call.
 *
 * @param schedules jobs of each case; a quarter of them with one client, which takes the longest
 */
public record ScheduleWorkload(int schedules) implements Workload {
  private static final List<Integer> CLIENTS = List.of(1, 8, 32);
  private static final int BATCH = 100;
  private static final int BATCH_CLIENTS = 8;
  private static final Duration AHEAD = Duration.ofDays(1);

  @Override
  public String name() {
    return "schedule";
  }

  @Override
  public void warmUp(Stage stage) {
    singles(stage, BATCH_CLIENTS, schedules);
  }

  @Override
  public List<Line> cases() {
    var singles =
        CLIENTS.stream()
            .map(clients -> new Line(clients, 1, clients == 1 ? (schedules + 3) / 4 : schedules));
    return Stream.concat(singles, Stream.of(new Line(BATCH_CLIENTS, BATCH, schedules))).toList();
  }

  private static Figures singles(Stage stage, int clients, int count) {
    return measure(stage, clients, count, jobs(stage, count), stage.contender()::schedule);
  }

  private static List<Job> jobs(Stage stage, int count) {
    return stage.jobs(count, Duration.ZERO, stage.now().plus(AHEAD));
  }

  private static <T> Figures measure(
      Stage stage, int clients, int count, List<T> items, Consumer<T> call) {
    stage.progress().begin("schedule", items.size());
    var cpu = stage.contender().cpu();
    long begun = stage.clock().nanos();
    var millis = Callers.call(clients, items, call, stage.progress()::step, stage.clock());
    var took = stage.clock().since(begun);
    var used = stage.contender().cpu().minus(cpu);
    stage.progress().end();
    return Figures.of(count, took, millis, used);
  }

  /**
   * Case with this number of concurrent clients.
   *
   * @param batch jobs a call
   * @param count jobs in all
   */
  record Line(int clients, int batch, int count) implements Case {
    @Override
    public String name() {
      var each = clients == 1 ? "1 client" : clients + " clients";
      return batch == 1 ? each : each + ", batches of " + batch;
    }

    @Override
    public Figures run(Stage stage) {
      if (batch == 1) {
        return singles(stage, clients, count);
      }
      var batches = Stage.batches(jobs(stage, count), batch);
      return measure(stage, clients, count, batches, stage.contender()::scheduleBatch);
    }
  }
}
