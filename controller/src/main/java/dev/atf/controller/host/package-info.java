/**
 * What the supervisor of this host tells the controller of its executors: their states, and their
 * deaths, which are reported for the claims that they were handed.
 */
@NullMarked
package dev.atf.controller.host;

import org.jspecify.annotations.NullMarked;
