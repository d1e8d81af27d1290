/** Worker hosts: their places, their health, and the orders that they receive. */
@NullMarked
package dev.atf.model.worker;

import org.jspecify.annotations.NullMarked;
