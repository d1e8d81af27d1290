package dev.atf.lab.bench.search;

import dev.atf.lab.bench.contender.AtfContender;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Figures;
import dev.atf.lab.bench.workload.Stage;
import dev.atf.lab.bench.workload.Workload;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.CancelTasksRequest;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Searches and cancellations by label among many tasks that are not due for long. Each task has a
 * label that it shares with {@value #PER_CUSTOMER} others, and one that a tenth of all have.
 *
 * @param tasks at least 100
 */
public record SearchWorkload(int tasks) implements Workload {
  private static final String LAMBDA = Contender.KINDS.get(0);
  private static final int PER_CUSTOMER = 100;
  private static final int CAMPAIGNS = 10;
  private static final int SEARCHES = 1_000;
  private static final int LOADERS = 4;
  private static final int PAGE = 1_000;
  private static final Duration AHEAD = Duration.ofDays(1);

  @Override
  public String name() {
    return "search";
  }

  @Override
  public boolean suits(Contender contender) {
    return contender instanceof AtfContender;
  }

  @Override
  public void warmUp(Stage stage) {
    load(stage, Math.min(tasks, 10_000), "warm-");
    searches(stage, 200, "warm-");
  }

  @Override
  public List<Case> cases() {
    return List.of(new Search(), new Cancel());
  }

  private int customers() {
    return tasks / PER_CUSTOMER;
  }

  /** Schedules tasks with labels as quickly as possible. */
  private void load(Stage stage, int count, String prefix) {
    var api = ((AtfContender) stage.contender()).api();
    var at = ProtoTimes.proto(stage.now().plus(AHEAD));
    var batches = IntStream.range(0, count / Contender.BATCH_MAX).boxed().toList();
    stage.progress().begin("load", batches.size());
    var unused =
        Callers.call(
            LOADERS,
            batches,
            batch -> {
              var request = ScheduleBatchRequest.newBuilder().setLambda(LAMBDA);
              for (int i = 0; i < Contender.BATCH_MAX; i++) {
                int number = batch * Contender.BATCH_MAX + i;
                request.addTasks(
                    ScheduleRequest.newBuilder()
                        .setScheduledAt(at)
                        .putLabels("customer", prefix + number % customers())
                        .putLabels("campaign", prefix + number % CAMPAIGNS));
              }
              var answer = api.tasks().scheduleBatch(request.build());
              if (answer.getResultsList().stream().anyMatch(result -> !result.getCreated())) {
                throw new IllegalStateException("a task was not scheduled");
              }
            },
            stage.progress()::step,
            stage.clock());
    stage.progress().end();
  }

  private List<Double> searches(Stage stage, int count, String prefix) {
    var api = ((AtfContender) stage.contender()).api();
    var random = new Random(count);
    var wanted = IntStream.range(0, count).mapToObj(i -> random.nextInt(customers())).toList();
    return Callers.call(
        1,
        wanted,
        customer -> {
          var page =
              api.tasks()
                  .listTasks(
                      ListTasksRequest.newBuilder()
                          .setLambda(LAMBDA)
                          .addLabel("customer=" + prefix + customer)
                          .build());
          if (prefix.isEmpty() && page.getTasksCount() == 0) {
            throw new IllegalStateException("no task of customer " + customer);
          }
        },
        done -> {},
        stage.clock());
  }

  /** Searches by a label, one at a time; each finds a page of tasks. */
  private final class Search implements Case {
    @Override
    public String name() {
      return "%d of %,d tasks by label".formatted(PER_CUSTOMER, tasks);
    }

    @Override
    public void prepare(Stage stage) {
      load(stage, tasks, "");
    }

    @Override
    public Figures run(Stage stage) {
      var cpu = stage.contender().cpu();
      long begun = stage.clock().nanos();
      var millis = searches(stage, SEARCHES, "");
      return Figures.of(
          SEARCHES, stage.clock().since(begun), millis, stage.contender().cpu().minus(cpu));
    }
  }

  /** Cancellation of a tenth of the tasks, page by page; another tenth in each run. */
  private final class Cancel implements Case {
    private int campaign;

    @Override
    public String name() {
      return "cancel %,d of %,d".formatted(tasks / CAMPAIGNS, tasks);
    }

    @Override
    public Figures run(Stage stage) {
      var api = ((AtfContender) stage.contender()).api();
      var filter = TaskFilter.newBuilder().addLabel("campaign=" + campaign++ % CAMPAIGNS);
      var request =
          CancelTasksRequest.newBuilder().setLambda(LAMBDA).setFilter(filter).setPageSize(PAGE);
      var cpu = stage.contender().cpu();
      long begun = stage.clock().nanos();
      var millis = new ArrayList<Double>();
      int cancelled = 0;
      do {
        long asked = stage.clock().nanos();
        var page = api.tasks().cancelTasks(request.build());
        millis.add((stage.clock().nanos() - asked) / 1e6);
        cancelled += page.getChanged();
        request.setPageToken(page.getNextPageToken());
      } while (!request.getPageToken().isEmpty());
      return Figures.of(
          cancelled, stage.clock().since(begun), millis, stage.contender().cpu().minus(cpu));
    }
  }
}
