/**
 * States and deaths of the executors of this host, as reported by its supervisor. Deaths are
 * reported to the HSC for the claims that the executors were handed.
 */
@NullMarked
package dev.atf.controller.host;

import org.jspecify.annotations.NullMarked;
