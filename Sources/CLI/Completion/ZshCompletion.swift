import Projections

/// The script for zsh: a file `_replog` in a folder of `$fpath`, or sourced after `compinit`.
extension CompletionTable {
  var zsh: String {
    var text = "#compdef replog\n"
    text +=
      "# Completion of replog \(Release.version) in zsh; made by 'replog completions zsh'.\n\n"
    text += "_replog_verbs() {\n  case $1 in\n"
    for noun in verbs {
      text += "    \(quotedWord(noun.noun))) verbs=(" + Self.described(noun.verbs) + ") ;;\n"
    }
    text += "    *) verbs=() ;;\n  esac\n}\n\n"
    text += "# The arguments of a command: NAME|VALUES|HELP, VALUES '-' for a flag.\n"
    text += "_replog_arguments() {\n  case $1 in\n"
    for command in commands {
      text += "    \(quotedWord(command.name))) arguments=("
      for argument in command.arguments {
        text += "\n      " + quotedWord(entry(argument, withHelp: true))
      }
      text += ") ;;\n"
    }
    text += "    *) return 1 ;;\n  esac\n}\n\n"
    text += "_replog_first=(" + Self.described(first) + ")\n"
    text += "_replog_leading=(" + leading.joined(separator: " ") + ")\n\n"
    return text + Self.zshWalk
  }

  /// Returns words with their summaries as `_describe` takes them.
  private static func described(_ words: [(word: String, summary: String)]) -> String {
    words.map { "\n      " + quotedWord("\($0.word):\($0.summary)") }.joined()
  }

  private static let zshWalk = #"""
    # Notes the values that an option or a flag takes in 'kind', and returns whether the command has it.
    _replog_kind() {
      local entry
      for entry in $arguments; do
        if [[ ${entry%%|*} == $1 ]]; then
          kind=${${entry#*|}%%|*}
          return 0
        fi
      done
      return 1
    }

    _replog_offer() {
      local -a values
      local line
      case $1 in
        words:*) values=(${=1#words:}); compadd -a values ;;
        verbs) _replog_verbs $noun; (( $#verbs )) && _describe -t verbs verb verbs ;;
        files) _files ;;
        folders) _files -/ ;;
        live:*)
          for line in ${(f)"$($program complete ${1#live:} $log $user 2> /dev/null)"}; do
            # A colon ends a value, unless it is escaped.
            values+=(${${line%%$'\t'*}//:/\\:}${${(M)line%$'\t'*}/#$'\t'/:})
          done
          (( $#values )) && _describe -V -t values value values ;;
      esac
    }

    _replog() {
      local word noun command kind option program=${(Q)words[1]/#\~\//$HOME/}
      local -a arguments verbs log user places typed options
      local -i i place=1
      typed=(${(Q)words[1,CURRENT]})

      # Options that all commands share may come first.
      for (( i = 2; i < CURRENT; i++ )); do
        word=${(Q)words[i]}
        [[ $word == -?* ]] || break
        case $word in
          --log=*) log=(--log ${word#*=}) ;;
          --user=*) user=(--user ${word#*=}) ;;
        esac
        if (( ${_replog_leading[(Ie)$word]} )); then
          (( i++ ))
          case $word in
            --log) log=(--log ${(Q)words[i]}) ;;
            --user) user=(--user ${(Q)words[i]}) ;;
          esac
        fi
      done
      if (( i >= CURRENT )); then
        (( i == CURRENT )) || return 1
        _describe -t commands command _replog_first
        return
      fi
      noun=${(Q)words[i]}
      _replog_verbs $noun
      (( i++ ))
      if (( i == CURRENT && $#verbs )); then _describe -t verbs verb verbs; fi
      if (( i < CURRENT )) && _replog_arguments "$noun ${(Q)words[i]}"; then
        (( i++ ))
      else
        _replog_arguments $noun || return
      fi

      places=(${arguments:#-*})
      for (( ; i < CURRENT; i++ )); do
        word=${(Q)words[i]}
        case $word in
          --log=*) log=(--log ${word#*=}) ;;
          --user=*) user=(--user ${word#*=}) ;;
          --*=*) ;;
          -[^0-9]*)
            if _replog_kind $word && [[ $kind != - ]]; then
              (( i++ ))
              if (( i == CURRENT )); then option=$word; break; fi
              case $word in
                --log) log=(--log ${(Q)words[i]/#\~\//$HOME/}) ;;
                --user) user=(--user ${(Q)words[i]}) ;;
              esac
            fi ;;
          *) noun=$word; (( place++ )) ;;
        esac
      done

      if [[ -n $option ]]; then
        _replog_offer $kind
      elif [[ $PREFIX == --*=* ]]; then
        _replog_kind ${PREFIX%%=*} || return
        compset -P '*='
        _replog_offer $kind
      elif [[ $PREFIX == -* ]]; then
        for word in $arguments; do
          [[ $word == -* ]] && options+=("${word%%|*}:${word##*|}")
        done
        options+=('--help:show the options and an example')
        _describe -o -t options option options
      elif (( $#places )); then
        if (( place > $#places )); then
          place=$#places
          [[ ${places[place]} == \** ]] || return
        fi
        _replog_offer ${${places[place]#*|}%%|*}
      fi
    }

    if [[ $funcstack[1] == _replog ]]; then _replog "$@"; else compdef _replog replog; fi

    """#
}
