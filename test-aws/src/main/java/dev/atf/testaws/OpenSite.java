package dev.atf.testaws;

import org.opentest4j.TestAbortedException;

/** A site that is in use; JUnit closes it after the last test. */
final class OpenSite implements AutoCloseable {
  private final AwsSite site;
  private final Runnable end;

  private OpenSite(AwsSite site, Runnable end) {
    this.site = site;
    this.end = end;
  }

  static boolean isAwsAskedFor() {
    return Boolean.getBoolean(RealAws.ASKED_FOR);
  }

  /**
   * Opens LocalStack, unless the profile {@code atf.aws} asks for AWS, or the run for emulators.
   */
  static OpenSite open() {
    if (isAwsAskedFor()) {
      var aws = RealAws.site();
      System.err.printf(
          "tests: on AWS in %s; what they make begins with %s and is removed at the end%n",
          aws.region(), aws.prefix());
      return new OpenSite(aws, () -> Leftovers.remove(aws));
    }
    try {
      if (Emulators.areAskedFor()) {
        var emulators = Emulators.start();
        return new OpenSite(emulators.site(), emulators::close);
      }
      DockerProbe.assumeDocker();
    } catch (TestAbortedException e) {
      System.err.println("tests: " + e.getMessage());
      throw e;
    }
    var localStack = LocalStack.start();
    return new OpenSite(localStack.site(), localStack::close);
  }

  AwsSite site() {
    return site;
  }

  @Override
  public void close() {
    end.run();
  }
}
