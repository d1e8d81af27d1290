package dev.atf.testkit;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSnapshot;
import dev.atf.executor.WorkerBuilder;
import dev.atf.protocol.v1.Lambda;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Provides each test with its own framework in memory, with a clock that the test moves.
 *
 * <pre>{@code
 * @RegisterExtension
 * final AtfExtension atf =
 *     AtfExtension.serving(
 *         worker -> worker.handle("resize-image", Resize.class, new ResizeHandler()));
 *
 * @Test
 * void aPictureIsResizedAnHourLater() {
 *   new Gallery(atf.client()).resizeLater("cat.png");
 *
 *   atf.clock().advance(Duration.ofHours(1));
 *   atf.runDueTasks();
 *
 *   assertThat(atf.onlyTask("resize-image")).hasSucceeded().hasResult(new Resized("cat.png", 200));
 * }
 * }</pre>
 *
 * <p>It is registered as a field of the instance, and created before each test. Its methods are
 * those of {@link InMemoryAtf}.
 */
public final class AtfExtension implements BeforeEachCallback, AfterEachCallback {
  private final Served served;
  private @Nullable InMemoryAtf atf;

  private AtfExtension(Served served) {
    this.served = served;
  }

  /**
   * Returns an extension with handlers.
   *
   * @param handlers adds handlers to a worker, as the program under test does; their lambdas are
   *     registered
   */
  public static AtfExtension serving(UnaryOperator<WorkerBuilder> handlers) {
    return new AtfExtension(Served.by(handlers));
  }

  /**
   * Returns an extension for tests of code that only schedules tasks. The tasks wait, and no
   * handler runs them.
   */
  public static AtfExtension withLambdas(String... names) {
    var extension = serving(UnaryOperator.identity());
    for (var name : List.of(names)) {
      extension = extension.with(Lambda.newBuilder().setName(name).build());
    }
    return extension;
  }

  /** Adds a lambda with these settings; with or without a handler. */
  public AtfExtension with(Lambda lambda) {
    return new AtfExtension(served.with(lambda));
  }

  public AtfClient client() {
    return atf().client();
  }

  public TestClock clock() {
    return atf().clock();
  }

  /** Calls {@link InMemoryAtf#runDueTasks}. */
  public int runDueTasks() {
    return atf().runDueTasks();
  }

  /** Calls {@link InMemoryAtf#runFor}. */
  public int runFor(Duration time) {
    return atf().runFor(time);
  }

  /** Calls {@link InMemoryAtf#runUntilFinished}. */
  public TaskSnapshot runUntilFinished(String taskId) {
    return atf().runUntilFinished(taskId);
  }

  public TaskSnapshot task(String taskId) {
    return atf().task(taskId);
  }

  /** Calls {@link InMemoryAtf#tasks}. */
  public List<TaskSnapshot> tasks(String lambda) {
    return atf().tasks(lambda);
  }

  /** Calls {@link InMemoryAtf#onlyTask}. */
  public TaskSnapshot onlyTask(String lambda) {
    return atf().onlyTask(lambda);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    atf = new InMemoryAtf(served);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    atf().close();
    atf = null;
  }

  private InMemoryAtf atf() {
    return Objects.requireNonNull(atf, "the extension works only while a test runs");
  }
}
