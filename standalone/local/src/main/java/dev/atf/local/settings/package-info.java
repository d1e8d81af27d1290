/** Settings of every service, for people: names, descriptions and effective values. */
@NullMarked
package dev.atf.local.settings;

import org.jspecify.annotations.NullMarked;
