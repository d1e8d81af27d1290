/**
 * The demonstration: real files and processes, one of which is killed, with a check of every
 * result.
 */
@NullMarked
package dev.atf.lab.demo;

import org.jspecify.annotations.NullMarked;
