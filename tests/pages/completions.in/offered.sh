# What Bash offers where the cursor is at the end of a line.
bash --norc -c '
eval "$(unobench completions bash)"
COMP_LINE=$1
COMP_POINT=${#COMP_LINE}
_unobench_complete
echo ${COMPREPLY[@]}' bash "$1"
