/**
 * States and deaths of the executors of this host, as its supervisor tells them. Deaths are
 * reported to the HSC for the claims that the executors were handed.
 */
@NullMarked
package dev.atf.controller.host;

import org.jspecify.annotations.NullMarked;
