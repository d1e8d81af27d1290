package dev.atf.lab.processes;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import dev.atf.controller.ControllerMain;
import dev.atf.frontend.FrontendMain;
import dev.atf.hsc.HscMain;
import dev.atf.storeconsumer.StoreConsumerMain;

/** A process of a service in the cluster, and the edges that lead to it. */
public enum Part {
  FRONTEND(FrontendMain.class, ImmutableSet.of(Edge.CLIENT_FRONTEND)),
  SECOND_FRONTEND(FrontendMain.class, ImmutableSet.of(Edge.CLIENT_SECOND_FRONTEND)),
  HSC(HscMain.class, ImmutableSet.of(Edge.CONTROLLER_HSC, Edge.EXECUTOR_HSC)),
  STORE_CONSUMER(StoreConsumerMain.class, ImmutableSet.of()),
  CONTROLLER(ControllerMain.class, ImmutableSet.of(Edge.EXECUTOR_CONTROLLER));

  /** One process of each service. */
  public static final ImmutableSet<Part> ONE_OF_EACH =
      Sets.immutableEnumSet(FRONTEND, HSC, STORE_CONSUMER, CONTROLLER);

  private final Class<?> main;
  private final ImmutableSet<Edge> edges;

  Part(Class<?> main, ImmutableSet<Edge> edges) {
    this.main = main;
    this.edges = edges;
  }

  /** Returns the class that its image starts. */
  Class<?> main() {
    return main;
  }

  /** Returns the edges that lead to it. */
  ImmutableSet<Edge> edges() {
    return edges;
  }
}
