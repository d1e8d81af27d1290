package dev.atf.runtime.logs;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.util.DefaultJoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Objects;

/**
 * How a process logs that says nothing of it: what the framework decides, and of the libraries what
 * goes wrong. Logback finds it as a service; whatever configuration a program brings along wins.
 */
public final class StandardLogging extends ContextAwareBase implements Configurator {
  private static final String CONFIGURATION = "logback.xml";

  @Override
  public ExecutionStatus configure(LoggerContext logs) {
    // Services are asked before Logback looks for files.
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
