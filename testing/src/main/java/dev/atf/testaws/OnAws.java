package dev.atf.testaws;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides suites with their {@link AwsSite}. All suites of the JVM share one, which is opened for
 * the first suite and removed after the last one, even if tests failed.
 */
public final class OnAws implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(OnAws.class);

  /** Fails the suite immediately if AWS was requested and is not available. */
  @Override
  public void beforeAll(ExtensionContext context) {
    if (OpenSite.isAwsRequested()) {
      var unused = site(context);
    }
  }

  /**
   * Skips each test if there is no site. A suite that is skipped as a whole would not be counted.
   */
  @Override
  public void beforeEach(ExtensionContext context) {
    var unused = site(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == AwsSite.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return site(context);
  }

  private static AwsSite site(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(OpenSite.class, key -> OpenSite.open(), OpenSite.class)
        .site();
  }
}
