package dev.atf.testkit;

import dev.atf.client.AtfClient;
import dev.atf.executor.WorkerBuilder;
import dev.atf.protocol.v1.Lambda;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts the embedded engine, all services and the handlers' executors for a test class. This takes
 * a few seconds. The extension is for integration tests in real time.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final EmbeddedAtfExtension atf =
 *     EmbeddedAtfExtension.serving(
 *         worker -> worker.handle("resize-image", Resize.class, new ResizeHandler()));
 * }</pre>
 *
 * <p>Register it as a static field. Its methods call those of {@link EmbeddedAtf}.
 */
public final class EmbeddedAtfExtension implements BeforeAllCallback, AfterAllCallback {
  private final Served served;
  private @Nullable EmbeddedAtf atf;

  private EmbeddedAtfExtension(Served served) {
    this.served = served;
  }

  /**
   * Returns an extension with handlers.
   *
   * @param handlers adds handlers to a worker, as the program under test does; the lambdas of these
   *     handlers are registered
   */
  public static EmbeddedAtfExtension serving(UnaryOperator<WorkerBuilder> handlers) {
    return new EmbeddedAtfExtension(Served.by(handlers));
  }

  /** Adds a lambda with these settings. It may or may not have a handler. */
  public EmbeddedAtfExtension with(Lambda lambda) {
    return new EmbeddedAtfExtension(served.with(lambda));
  }

  public AtfClient client() {
    return atf().client();
  }

  /** Calls {@link EmbeddedAtf#frontendUri}. */
  public String frontendUri() {
    return atf().frontendUri();
  }

  /** Calls {@link EmbeddedAtf#workerSettings}. */
  public Map<String, String> workerSettings() {
    return atf().workerSettings();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    atf = new EmbeddedAtf(served);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    atf().close();
    atf = null;
  }

  private EmbeddedAtf atf() {
    return Objects.requireNonNull(atf, "the extension works only while its test class runs");
  }
}
