package dev.atf.cli.access;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** Command that calls the public API. */
public abstract class ApiCommand implements Callable<Integer> {
  @Mixin protected ApiOptions api;
}
