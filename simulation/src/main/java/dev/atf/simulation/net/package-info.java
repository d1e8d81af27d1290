/** The network between simulated processes: real gRPC services and stubs, without a wire. */
@NullMarked
package dev.atf.simulation.net;

import org.jspecify.annotations.NullMarked;
