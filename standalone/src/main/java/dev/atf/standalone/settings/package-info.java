/** The settings of every service, for people: which there are, what they mean, what is in force. */
@NullMarked
package dev.atf.standalone.settings;

import org.jspecify.annotations.NullMarked;
