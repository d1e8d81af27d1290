/** An outage of a dependency of handlers, with processes killed in it (ADR 0088). */
@NullMarked
package dev.atf.lab.bench.outage;

import org.jspecify.annotations.NullMarked;
