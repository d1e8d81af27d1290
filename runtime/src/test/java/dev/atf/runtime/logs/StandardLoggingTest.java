package dev.atf.runtime.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.Configurator;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests logging of a program without a configuration, and of one with its own. */
final class StandardLoggingTest {
  /** Loader of this build's classes without its logback-test.xml, as in a user's program. */
  private static final class WithoutConfiguration extends URLClassLoader {
    WithoutConfiguration() {
      super(classPath(), ClassLoader.getPlatformClassLoader());
    }

    @Override
    public @Nullable URL getResource(String name) {
      return name.startsWith("logback") ? null : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws java.io.IOException {
      return name.startsWith("logback") ? Collections.emptyEnumeration() : super.getResources(name);
    }

    private static URL[] classPath() {
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
          .map(StandardLoggingTest::url)
          .toArray(URL[]::new);
    }
  }

  @Test
  void logsTheFrameworkInfoAndOnlyWarningsOfLibraries() throws Exception {
    try (var program = new WithoutConfiguration()) {
      assertThat(levels(program)).containsExactly("INFO", "WARN", "INFO");
    }
  }

  @Test
  void aProgramWithAConfigurationOfItsOwnKeepsIt() throws Exception {
    try (var program =
        new URLClassLoader(
            WithoutConfiguration.classPath(), ClassLoader.getPlatformClassLoader())) {
      assertThat(levels(program)).as("logback-test.xml").containsExactly("WARN", "WARN", "WARN");
    }
  }

  @Test
  void logbackFindsIt() {
    assertThat(ServiceLoader.load(Configurator.class))
        .hasExactlyElementsOfTypes(StandardLogging.class);
  }

  /**
   * Returns the log levels of dev.atf, of a library and of the audit log, in an isolated class
   * loader.
   */
  private static List<String> levels(ClassLoader program) throws Exception {
    var levels = new ArrayList<String>();
    var factory = program.loadClass("org.slf4j.LoggerFactory");
    for (var name : new String[] {"dev.atf.executor", "io.netty", "atf.audit"}) {
      var logger = factory.getMethod("getLogger", String.class).invoke(null, name);
      levels.add(logger.getClass().getMethod("getEffectiveLevel").invoke(logger).toString());
    }
    return levels;
  }

  private static URL url(String entry) {
    try {
      return new File(entry).toURI().toURL();
    } catch (java.net.MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
