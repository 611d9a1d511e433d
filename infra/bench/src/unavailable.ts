/** Thrown where something to measure cannot be had on this machine; the message is a sentence for the report. */
export class Unavailable extends Error {}
