/** Worker hosts: the places that they hold, their health, and what they are ordered to do. */
@NullMarked
package dev.atf.model.worker;

import org.jspecify.annotations.NullMarked;
