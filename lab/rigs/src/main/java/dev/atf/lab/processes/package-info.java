/** Services as processes of their own, joined by links that can inject network faults. */
@NullMarked
package dev.atf.lab.processes;

import org.jspecify.annotations.NullMarked;
