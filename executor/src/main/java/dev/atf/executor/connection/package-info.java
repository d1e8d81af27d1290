/** The connections of an executor, by gRPC: to its controller and to the HSC. */
@NullMarked
package dev.atf.executor.connection;

import org.jspecify.annotations.NullMarked;
