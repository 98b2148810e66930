# Draws the board from the JSON of `get_board` or `get_state`:
#
#   stellar contract invoke --id checkers --source black -- get_board | jq -rf docs/board.jq
#
# b and w are the men of Black (player one) and White (player two), B and W their kings, a dot an
# empty dark square. Rows and columns are numbered as `submit_move` takes them; at the right are the
# numbers of the row's squares in standard notation. `get_state` adds whose turn it is and how the
# game stands.

def side: if . == 1 then "Black" elif . == 2 then "White" else error("player \(.)") end;

# A piece as one letter. Pieces stand on dark squares only, so a light square is left blank.
def piece($row; $col):
  if . == 1 then "b" elif . == 2 then "B"
  elif . == -1 then "w" elif . == -2 then "W"
  elif . != 0 then error("a cell of \(.)")
  elif ($row + $col) % 2 == 1 then "."
  else " " end;

def row($row):
  [range(8) as $col | .[$row * 8 + $col] | piece($row; $col)]
  | "\($row)  \(join(" "))   \($row * 4 + 1)-\($row * 4 + 4)";

# Not who moved last: the game may have ended without a move.
def standing:
  if .status.status == "Active"
  then "Active, move \(.turn.move_number): \(.turn.current_player | side) to move"
  else "Finished at move \(.turn.move_number): "
    + if .status.winner == 0 then "drawn" else "\(.status.winner | side) has won" end
  end;

(.board // . | .cells) as $cells
| if ($cells | length) != 64 then error("not a board of 64 cells") else empty end,
  "   0 1 2 3 4 5 6 7",
  ($cells | row(range(8))),
  (if has("turn") then standing else empty end)
