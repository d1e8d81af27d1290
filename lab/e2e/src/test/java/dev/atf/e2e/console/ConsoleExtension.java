package dev.atf.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A browser and a system for the tests of a class, which are skipped without a browser; and for
 * each test that asks for it a tab, in which no error may occur.
 */
final class ConsoleExtension
    implements BeforeAllCallback, AfterAllCallback, AfterEachCallback, ParameterResolver {
  private Optional<ConsoleBrowser> browser = Optional.empty();
  private Optional<ConsoleSystem> system = Optional.empty();
  private Optional<ConsolePage> page = Optional.empty();

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    browser = Optional.of(ConsoleBrowser.start());
    var data = Files.createDirectories(Path.of("target", "console-data"));
    system = Optional.of(ConsoleSystem.start(Files.createTempDirectory(data, "up-")).registered());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    system.ifPresent(ConsoleSystem::close);
    browser.ifPresent(ConsoleBrowser::close);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return List.of(ConsolePage.class, ConsoleSystem.class)
        .contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ConsoleSystem.class ? system() : tab();
  }

  ConsoleSystem system() {
    return system.orElseThrow();
  }

  ConsoleBrowser browser() {
    return browser.orElseThrow();
  }

  private ConsolePage tab() {
    page = Optional.of(browser().page(system().uri()));
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
