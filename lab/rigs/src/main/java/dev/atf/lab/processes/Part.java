package dev.atf.lab.processes;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;

/** A process of a service in the cluster, and the edges that lead to it. */
public enum Part {
  FRONTEND("frontend", ImmutableSet.of(Edge.CLIENT_FRONTEND)),
  SECOND_FRONTEND("frontend", ImmutableSet.of(Edge.CLIENT_SECOND_FRONTEND)),
  HSC("hsc", ImmutableSet.of(Edge.CONTROLLER_HSC, Edge.EXECUTOR_HSC)),
  STORE_CONSUMER("store-consumer", ImmutableSet.of()),
  CONTROLLER("controller", ImmutableSet.of(Edge.EXECUTOR_CONTROLLER));

  /** One process of each service. */
  public static final ImmutableSet<Part> ONE_OF_EACH =
      Sets.immutableEnumSet(FRONTEND, HSC, STORE_CONSUMER, CONTROLLER);

  private final String command;
  private final ImmutableSet<Edge> edges;

  Part(String command, ImmutableSet<Edge> edges) {
    this.command = command;
    this.edges = edges;
  }

  /** Returns the command that starts it. */
  String command() {
    return command;
  }

  /** Returns the edges that lead to it. */
  ImmutableSet<Edge> edges() {
    return edges;
  }
}
