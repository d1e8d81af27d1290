/** The claim protocol of one task, searched state by state in every order of its steps. */
@NullMarked
package dev.atf.simulation.model;

import org.jspecify.annotations.NullMarked;
