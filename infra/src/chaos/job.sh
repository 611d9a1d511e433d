#!/bin/sh
# The work of a run under chaos: it leaves a mark while it works, so that a second attempt of the same run, at the same
# time, is caught in the act.
mark="$CHAOS_LEDGER/run-$HEARTH_RUN_ID"
mkdir "$mark" || { echo "overlap $HEARTH_RUN_ID" >> "$CHAOS_LEDGER/log"; exit 9; }
echo "start $HEARTH_RUN_ID" >> "$CHAOS_LEDGER/log"
sleep "0.$(($$ % 10))"
echo "end $HEARTH_RUN_ID" >> "$CHAOS_LEDGER/log"
rmdir "$mark"
