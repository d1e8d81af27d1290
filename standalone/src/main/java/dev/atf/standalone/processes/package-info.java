/** The services as processes of their own, joined by links that can do what networks do. */
@NullMarked
package dev.atf.standalone.processes;

import org.jspecify.annotations.NullMarked;
