package dev.atf.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.e2e.support.SideBySide;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the one browser and the one system of this JVM, started by the first class that asks
 * for it, and for each test that asks for it a tab, in which no error may occur. Without a browser
 * the tests are skipped.
 *
 * <p>Classes run one after another and leave their tasks in the system. So a test has lambdas of
 * its own where it counts tasks or changes a lambda, and deletes what would go on.
 */
final class ConsoleExtension
    implements BeforeAllCallback, AfterAllCallback, AfterEachCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(ConsoleExtension.class);

  private Optional<ConsolePage> page = Optional.empty();

  @Override
  public void beforeAll(ExtensionContext context) {
    browser(context);
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (SideBySide.endsWith(context)) {
      for (var type : List.of(ConsoleBrowser.class, ConsoleSystem.class)) {
        var started = context.getRoot().getStore(NAMESPACE).remove(type, AutoCloseable.class);
        if (started != null) {
          started.close();
        }
      }
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return List.of(ConsolePage.class, ConsoleSystem.class, ConsoleBrowser.class)
        .contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    if (type == ConsolePage.class) {
      return tab(context);
    }
    return type == ConsoleSystem.class ? system(context) : browser(context);
  }

  private static ConsoleBrowser browser(ExtensionContext context) {
    return shared(context, ConsoleBrowser.class, ConsoleBrowser::start);
  }

  private static ConsoleSystem system(ExtensionContext context) {
    return shared(context, ConsoleSystem.class, ConsoleExtension::start);
  }

  private static <T> T shared(ExtensionContext context, Class<T> type, Supplier<T> start) {
    // In the root store: at the latest closed after all tests.
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(type, key -> start.get(), type);
  }

  private static ConsoleSystem start() {
    try {
      var data = Files.createDirectories(Path.of("target", "console-data"));
      return ConsoleSystem.start(Files.createTempDirectory(data, "up-"), "command=1,report=1")
          .registered();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ConsolePage tab(ExtensionContext context) {
    page = Optional.of(browser(context).page(system(context).uri()));
    return page.orElseThrow();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    try {
      page.ifPresent(tab -> assertThat(tab.wrongs()).isEmpty());
    } finally {
      page.ifPresent(ConsolePage::close);
      page = Optional.empty();
    }
  }
}
