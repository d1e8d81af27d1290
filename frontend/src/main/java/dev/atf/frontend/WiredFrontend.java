package dev.atf.frontend;

import dev.atf.frontend.lambda.FrontendStart;
import dev.atf.runtime.Service;

/** A frontend, and its start for a process that also runs other services. */
public interface WiredFrontend {
  Service service();

  FrontendStart start();
}
