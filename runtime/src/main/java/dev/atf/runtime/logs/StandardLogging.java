package dev.atf.runtime.logs;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.util.DefaultJoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Objects;

/**
 * Logging configuration of a process that has no other one. It logs the framework's decisions, and
 * warnings of libraries. Logback finds it as a service. Any configuration of the program takes
 * precedence.
 */
public final class StandardLogging extends ContextAwareBase implements Configurator {
  private static final String CONFIGURATION = "logback.xml";

  @Override
  public ExecutionStatus configure(LoggerContext logs) {
    // Logback asks services before it looks for configuration files.
    var own = new DefaultJoranConfigurator();
    own.setContext(logs);
    if (own.configure(logs) == ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY) {
      return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
    var standard = new JoranConfigurator();
    standard.setContext(logs);
    try {
      standard.doConfigure(
          Objects.requireNonNull(StandardLogging.class.getResource(CONFIGURATION)));
      return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    } catch (JoranException e) {
      addError("the standard configuration cannot be read", e);
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
  }
}
